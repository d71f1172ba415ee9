"""The battle: one engine for the referee, who explains every step, and for the solver, who tries every plan."""
