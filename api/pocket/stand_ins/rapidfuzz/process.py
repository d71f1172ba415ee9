"""Which of many texts are most alike to one."""


def extract(text, choices, scorer, score_cutoff=0.0, limit=5):
    """The likest first, of equals the earlier: text, likeness and place of each."""
    scored = [(choice, scorer(text, choice, score_cutoff=score_cutoff), place) for place, choice in enumerate(choices)]
    return sorted((one for one in scored if one[1] >= score_cutoff), key=lambda one: (-one[1], one[2]))[:limit]
