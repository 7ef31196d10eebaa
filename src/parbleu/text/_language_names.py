"""Maps languages to their English names."""

from __future__ import annotations

from parbleu._base.extras import imported, install_command
from parbleu.errors import MissingDependencyError

VARIETIES = frozenset({"ar", "en", "es", "fr", "pt", "zh"})
"""Languages whose usual region is named, too, since others are as usual."""
NEED = "languages are known by the packages langcodes and language_data"
UNSPECIFIED = "XX"
"""The region in the codes of mBART that stands for none."""


def language_name(code: str) -> str:
    """Returns the English name of a language, with its region or script: "pt_BR" is "Portuguese (Brazil)".

    Args:
        code: a language tag, also as models spell it ("de_DE", "deu_Latn", "fr_XX"). Anything but a known
            code is taken for a name and returned.

    Raises:
        MissingDependencyError: langcodes is not installed.
    """
    langcodes = imported("langcodes", NEED, "translate")
    try:
        tag = langcodes.get(langcodes.standardize_tag(code.strip(), macro=True)).simplify_script()
        if not tag.is_valid():
            return code.strip()
        name: str = tag.language_name()
    except langcodes.LanguageTagError:
        return code.strip()
    except ImportError:
        raise MissingDependencyError(f"{NEED}: {install_command('translate')}") from None
    details = []
    if tag.script:
        script = {"Hans": "Simplified", "Hant": "Traditional"}.get(tag.script)
        details.append(script or f"{tag.script_name()} script")
    usual = None if tag.language in VARIETIES else langcodes.get(tag.language).maximize().territory
    if tag.territory not in (None, UNSPECIFIED, usual):
        details.append(tag.territory_name())
    return f"{name} ({', '.join(details)})" if details else name
