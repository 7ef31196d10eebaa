"""Which of a model's languages a user means: "fr" is `fr_XX`, `fra_Latn`, `__fr__` or `>>fra<<`."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# ISO 639-1 -> ISO 639-3, then the one language that models mean by a macrolanguage.
_CODES = """
aa aar  ab abk  ae ave  af afr  ak aka:twi  am amh  an arg  ar ara:arb  as asm  av ava  ay aym:ayr
az aze:azj  ba bak  be bel  bg bul  bi bis  bm bam  bn ben  bo bod  br bre  bs bos  ca cat  ce che  ch cha
co cos  cr cre  cs ces  cu chu  cv chv  cy cym  da dan  de deu  dv div  dz dzo  ee ewe  el ell  en eng
eo epo  es spa  et est:ekk  eu eus  fa fas:pes  ff ful:fuv  fi fin  fj fij  fo fao  fr fra  fy fry  ga gle
gd gla  gl glg  gn grn:gug  gu guj  gv glv  ha hau  he heb  hi hin  ho hmo  hr hrv  ht hat  hu hun  hy hye
hz her  ia ina  id ind  ie ile  ig ibo  ii iii  ik ipk  io ido  is isl  it ita  iu iku  ja jpn  jv jav
ka kat  kg kon  ki kik  kj kua  kk kaz  kl kal  km khm  kn kan  ko kor  kr kau:knc  ks kas  ku kur:kmr
kv kom  kw cor  ky kir  la lat  lb ltz  lg lug  li lim  ln lin  lo lao  lt lit  lu lub  lv lav:lvs
mg mlg:plt  mh mah  mi mri  mk mkd  ml mal  mn mon:khk  mr mar  ms msa:zsm  mt mlt  my mya  na nau  nb nob
nd nde  ne nep:npi  ng ndo  nl nld  nn nno  no nor:nob  nr nbl  nv nav  ny nya  oc oci  oj oji  om orm:gaz
or ori:ory  os oss  pa pan  pi pli  pl pol  ps pus:pbt  pt por  qu que:quy  rm roh  rn run  ro ron  ru rus
rw kin  sa san  sc srd:sro  sd snd  se sme  sg sag  si sin  sk slk  sl slv  sm smo  sn sna  so som
sq sqi:als  sr srp  ss ssw  st sot  su sun  sv swe  sw swa:swh  ta tam  te tel  tg tgk  th tha  ti tir
tk tuk  tl tgl  tn tsn  to ton  tr tur  ts tso  tt tat  tw twi  ty tah  ug uig  uk ukr  ur urd  uz uzb:uzn
ve ven  vi vie  vo vol  wa wln  wo wol  xh xho  yi yid:ydd  yo yor  za zha  zh zho:cmn  zu zul
"""
_words = _CODES.split()
_NAMES: dict[str, frozenset[str]] = {}
for _short, _long in zip(_words[::2], _words[1::2], strict=True):
    _same = frozenset({_short, *_long.split(":")})
    for _name in _same:
        _NAMES[_name] = _NAMES.get(_name, frozenset()) | _same


def find(wanted: str, codes: Iterable[str], side: str) -> str:
    """Returns the code that a user means.

    Args:
        wanted: a code as the model spells it, whatever its case, or a language tag such as fr, fra, zh-Hans.
        codes: all that the model knows.
        side: "source" or "target", for messages.

    Raises:
        UnknownNameError: the model does not know that language. The message lists those that it knows.
        OptionError: it could be several, such as Chinese in two scripts.
    """
    known = sorted(codes)
    spelled = _spelling(wanted)
    for code in known:
        if _spelling(code) == spelled:
            return code
    language, *parts = spelled.split("_")
    meant = _NAMES.get(language, frozenset({language}))
    found = [code for code in known if _fits(code, meant, parts)]
    if len(found) > 1:
        raise OptionError(f"the {side} language {wanted!r} could be {', '.join(found)}: say which")
    if not found:
        raise UnknownNameError(f"{side} language of this model", wanted, known)
    return found[0]


def agrees(given: str, stated: str) -> bool:
    """Returns whether what a user says of a model's language can be what the model says itself.

    A group of languages, such as "roa", agrees with everything.
    """
    language = _spelling(stated).split("_")[0]
    return language not in _NAMES or _spelling(given).split("_")[0] in _NAMES[language]


def _spelling(code: str) -> str:
    return code.strip().lower().replace("-", "_")


def _fits(code: str, meant: frozenset[str], parts: list[str]) -> bool:
    """Whether a code is of a language that is meant, and says no other script or region."""
    language, *others = _spelling(code).split("_")
    if language not in meant:
        return False
    return all(
        part == other or "xx" in (part, other)
        for part in parts
        for other in others
        if len(part) == len(other)  # four letters are a script, two a region
    )
