"""Forms that Tally does not use: Greek addresses people in the plural as the books do, Polish keeps its cases."""

from __future__ import annotations

import re

GREEK_VERBS = (
    "έχεις θέλεις θες μπορείς κάνεις παίρνεις πάρεις βάζεις βάλεις δίνεις δώσεις πληρώνεις πληρώσεις διαλέγεις "
    "διαλέξεις αγοράζεις αγοράσεις ξεσκαρτάρεις πετάς κρατάς κρατήσεις τραβάς τραβήξεις κοιτάς δεις βλέπεις "
    "παίζεις παίξεις ρίχνεις ρίξεις ξαναρίχνεις γυρίζεις γυρίσεις χάνεις χάσεις κερδίζεις κερδίσεις μετακινείς "
    "σκάβεις σκάψεις στέλνεις στείλεις ανοίγεις ανοίξεις αφήνεις αφήσεις τοποθετείς τοποθετήσεις χρησιμοποιείς "
    "προσθέτεις μετράς φτάνεις σκοτώνεις σκοτώσεις στοιβάζεις προσλαμβάνεις αποσύρεις αποφασίζεις σταματάς είσαι "
    "χρειάζεσαι πας λες πεις γράφεις γράψεις αλλάζεις"
)
GREEK_COMMANDS = (
    "βάλε βγάλε γράψε διάλεξε κάνε κράτα μέτρησε μετακίνησε ξαναρίξε ξεσκάρταρε πάρε πρόσθεσε ρίξε σκάναρε στείλε "
    "σύγκρινε τράβα βρες δες πες έλεγξε επίλεξε πάτα δοκίμασε ρώτα κοίτα περίμενε σημάδεψε φωτογράφισε δώσε"
)
FORBIDDEN = {
    "el": [
        rf"(?<![\w]){word}(?![\w])"
        for word in (
            *GREEK_VERBS.split(),
            *GREEK_COMMANDS.split(),
            "σου",
            "εσύ",
            "εσένα",
            r"δεξαμεν\w+",
            r"ανταλλάζ\w+",
        )
    ],
    "pl": [
        r"kartę \w+ (można|nie można|nie da się|wolno) użyć",
        r"\b[Ww]ygrywa (najwięcej|najwyższy)",
        r"kość (\w+ ){0,3}(trzeba |można |należy )rzucić",
        r"rzuca o (dwie|trzy|cztery) kości",
        r"\bmieszance\b",
        r"\d z powrotem",
    ],
    "en": [r"\b[Tt]he own\b"],
}
FORMS = {lang: re.compile("|".join(forms), re.IGNORECASE) for lang, forms in FORBIDDEN.items()}


def wrong_words(lang: str, text: str) -> list[str]:
    """The forbidden forms that a text uses.

    >>> wrong_words("el", "Παίρνεις την κάρτα σου"), wrong_words("el", "Παίρνετε την κάρτα σας")
    (['Παίρνεις', 'σου'], [])
    """
    return [found.group() for found in FORMS[lang].finditer(text)]
