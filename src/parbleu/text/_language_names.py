"""Maps languages to their English names, and families of them to codes."""

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


FAMILIES = {
    "Germanic": " af da de en fo fy is lb li nb nds nl nn no sv yi gsw ",
    "Romance": " an ast ca es fr fur gl it lij lld lmo oc pt ro sc scn vec mwl rm ",
    "Slavic": " be bg bs cs hr mk pl ru sh sk sl sr szl uk ",
    "Baltic": " lt ltg lv sgs ",
    "Celtic": " br cy ga gd gv ",
    "Albanian": " als sq ",
    "Armenian": " hy hyw ",
    "Greek": " el ",
    "Indo-Aryan": " as awa bho bn doi dgo dv gom gu hi hne kok ks mag mai mr ne npi or pa rom sa sd si ur ",
    "Iranian": " ckb fa glk kmr ku os pbt pes prs ps tg zza ",
    "Turkic": " alt az azb ba crh cv kaa kjh kk krc ky nog sah tk tt tr tyv ug uz uum ",
    "Mongolic": " bxr khk mn ",
    "Uralic": " ekk et fi fkv hu kv krl liv mhr mrj myv olo sma sme se sms udm vep vot vro ",
    "Dravidian": " kn ml ta tcy te ",
    "Sino-Tibetan": " bo brx dz hak kac lus mni my nan wuu yue zh lzh ",
    "Japonic": " ja ryu ",
    "Koreanic": " ko ",
    "Kra-Dai": " lo shn th za ",
    "Austroasiatic": " km kha sat vi ",
    "Hmong-Mien": " hmn mww ",
    "Austronesian": (
        " ace ban bjn bug ceb ch fil fj haw id ilo jv mg mi min ms pag pam plt sm su tet tl to ty war zsm "
    ),
    "Semitic": " acm acq aeb ajp am apc ar ars ary arz he mt ti tig ",
    "Berber": " ber kab taq tzm zgh ",
    "Cushitic": " om gaz hae so ",
    "Chadic": " ha ",
    "Bantu": (
        " bem bnt kg kmb ki kon ktu lg ln lu lua loz nd nr nso ny rn rw sn ss st sw swc swh tn ts tum umb ve "
        "xh yao zu cjk kam nyn "
    ),
    "other Niger-Congo": " ak bbj bm dyu ee efi fon ff fuv ful ig kbp mos sg tiv tw wo yo sag ",
    "Nilo-Saharan": " dik din kr knc kau luo mas nus ",
    "Kartvelian": " ka xmf ",
    "Northeast Caucasian": " av ce inh lez ",
    "Northwest Caucasian": " ab ady kbd ",
    "Basque": " eu ",
    "Quechuan": " qu quy quz qvi ",
    "Aymaran": " ay ayr ",
    "Tupian": " gn gug ",
    "Uto-Aztecan": " hch nah nhe tar ",
    "Mayan": " cak kek mam quc yua ",
    "Oto-Manguean": " oto ote zap ",
    "Chibchan": " bzd ",
    "Arawakan": " cni guc ",
    "Panoan": " shp ",
    "Eskimo-Aleut": " ik iu kl ",
    "Mapudungun": " arn ",
    "constructed": " avk eo ia ie ido io jbo tlh tok vo ",
    "creoles": " bi ht kea kri mfe pap pcm tpi ",
}
"""Name -> codes with blanks around."""
