"""What languages are called in English: models were told of "German", not of "de"."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LANGUAGES = """
aa aar Afar; ab abk Abkhaz; af afr Afrikaans; ak aka Akan; am amh Amharic; an arg Aragonese; ar ara Arabic;
as asm Assamese; av ava Avaric; ay aym Aymara; az aze Azerbaijani; ba bak Bashkir; be bel Belarusian;
bg bul Bulgarian; bi bis Bislama; bm bam Bambara; bn ben Bengali; bo bod Tibetan; br bre Breton;
bs bos Bosnian; ca cat Catalan; ce che Chechen; ch cha Chamorro; co cos Corsican; cr cre Cree;
cs ces Czech; cu chu Church Slavonic; cv chv Chuvash; cy cym Welsh; da dan Danish; de deu German;
dv div Divehi; dz dzo Dzongkha; ee ewe Ewe; el ell Greek; en eng English; eo epo Esperanto; es spa Spanish;
et est Estonian; eu eus Basque; fa fas Persian; ff ful Fula; fi fin Finnish; fj fij Fijian; fo fao Faroese;
fr fra French; fy fry Western Frisian; ga gle Irish; gd gla Scottish Gaelic; gl glg Galician;
gn grn Guarani; gu guj Gujarati; gv glv Manx; ha hau Hausa; he heb Hebrew; hi hin Hindi; hr hrv Croatian;
ht hat Haitian Creole; hu hun Hungarian; hy hye Armenian; hz her Herero; ia ina Interlingua;
id ind Indonesian; ie ile Interlingue; ig ibo Igbo; ii iii Sichuan Yi; ik ipk Inupiaq; io ido Ido;
is isl Icelandic; it ita Italian; iu iku Inuktitut; ja jpn Japanese; jv jav Javanese; ka kat Georgian;
kg kon Kongo; ki kik Kikuyu; kj kua Kwanyama; kk kaz Kazakh; kl kal Greenlandic; km khm Khmer;
kn kan Kannada; ko kor Korean; kr kau Kanuri; ks kas Kashmiri; ku kur Kurdish; kv kom Komi; kw cor Cornish;
ky kir Kyrgyz; la lat Latin; lb ltz Luxembourgish; lg lug Luganda; li lim Limburgish; ln lin Lingala;
lo lao Lao; lt lit Lithuanian; lu lub Luba-Katanga; lv lav Latvian; mg mlg Malagasy; mh mah Marshallese;
mi mri Maori; mk mkd Macedonian; ml mal Malayalam; mn mon Mongolian; mr mar Marathi; ms msa Malay;
mt mlt Maltese; my mya Burmese; na nau Nauruan; nb nob Norwegian Bokmål; nd nde Northern Ndebele;
ne nep Nepali; ng ndo Ndonga; nl nld Dutch; nn nno Norwegian Nynorsk; no nor Norwegian;
nr nbl Southern Ndebele; nv nav Navajo; ny nya Chichewa; oc oci Occitan; oj oji Ojibwe; om orm Oromo;
or ori Odia; os oss Ossetic; pa pan Punjabi; pl pol Polish; ps pus Pashto; pt por Portuguese;
qu que Quechua; rm roh Romansh; rn run Kirundi; ro ron Romanian; ru rus Russian; rw kin Kinyarwanda;
sa san Sanskrit; sc srd Sardinian; sd snd Sindhi; se sme Northern Sami; sg sag Sango;
sh hbs Serbo-Croatian; si sin Sinhala; sk slk Slovak; sl slv Slovenian; sm smo Samoan; sn sna Shona;
so som Somali; sq sqi Albanian; sr srp Serbian; ss ssw Swazi; st sot Southern Sotho; su sun Sundanese;
sv swe Swedish; sw swa Swahili; ta tam Tamil; te tel Telugu; tg tgk Tajik; th tha Thai; ti tir Tigrinya;
tk tuk Turkmen; tl tgl Tagalog; tn tsn Tswana; to ton Tongan; tr tur Turkish; ts tso Tsonga; tt tat Tatar;
tw twi Twi; ty tah Tahitian; ug uig Uyghur; uk ukr Ukrainian; ur urd Urdu; uz uzb Uzbek; ve ven Venda;
vi vie Vietnamese; vo vol Volapük; wa wln Walloon; wo wol Wolof; xh xho Xhosa; yi yid Yiddish;
yo yor Yoruba; za zha Zhuang; zh zho Chinese; zu zul Zulu; ace Acehnese; acm Mesopotamian Arabic;
acq Ta'izzi-Adeni Arabic; aeb Tunisian Arabic; ajp South Levantine Arabic; apc North Levantine Arabic;
arb Modern Standard Arabic; arn Mapuche; ars Najdi Arabic; ary Moroccan Arabic; arz Egyptian Arabic;
ast Asturian; awa Awadhi; ayr Central Aymara; azb South Azerbaijani; azj Azerbaijani; ban Balinese;
bar Bavarian; bem Bemba; bgc Haryanvi; bho Bhojpuri; bjn Banjar; brx Bodo; bug Buginese;
cdo Min Dong Chinese; ceb Cebuano; chr Cherokee; cjk Chokwe; ckb Central Kurdish; cnr Montenegrin;
crh Crimean Tatar; crk Plains Cree; dag Dagbani; dik Southwestern Dinka; doi Dogri; dsb Lower Sorbian;
dyu Dyula; fil Filipino; fon Fon; frp Arpitan; fur Friulian; fuv Nigerian Fulfulde; gaz West Central Oromo;
gcf Guadeloupean Creole; gom Goan Konkani; grc Ancient Greek; gsw Swiss German; hak Hakka Chinese;
haw Hawaiian; hmn Hmong; hne Chhattisgarhi; hsb Upper Sorbian; ilo Ilocano; kab Kabyle; kac Kachin;
kam Kamba; kbp Kabiye; kea Cape Verdean Creole; khk Mongolian; kmb Kimbundu; kmr Northern Kurdish;
knc Central Kanuri; kok Konkani; kpv Komi-Zyrian; lij Ligurian; liv Livonian; lmo Lombard; ltg Latgalian;
lua Luba-Lulua; luo Luo; lus Mizo; lvs Latvian; lzh Literary Chinese; mag Magahi; mai Maithili;
mfe Mauritian Creole; mhr Eastern Mari; min Minangkabau; mni Manipuri; mnw Mon; mos Mossi; mwl Mirandese;
myv Erzya; nah Nahuatl; nan Min Nan Chinese; nds Low German; npi Nepali; nso Northern Sotho; nus Nuer;
ory Odia; pag Pangasinan; pap Papiamento; pbt Southern Pashto; pcm Nigerian Pidgin; pes Persian;
plt Malagasy; prs Dari; quy Ayacucho Quechua; rup Aromanian; sah Yakut; sat Santali; scn Sicilian;
shn Shan; sma Southern Sami; smj Lule Sami; smn Inari Sami; sms Skolt Sami; swh Swahili; szl Silesian;
taq Tamasheq; tpi Tok Pisin; tum Tumbuka; tyv Tuvan; tzm Central Atlas Tamazight; udm Udmurt; umb Umbundu;
uzn Uzbek; vec Venetian; war Waray; wuu Wu Chinese; ydd Yiddish; yue Cantonese; zsm Malay
"""
"""Codes of ISO 639-1 and 639-3, and names."""

_REGIONS = """
AT Austria; AU Australia; BE Belgium; BR Brazil; CA Canada; CH Switzerland; CN China; EG Egypt; ES Spain;
FR France; GB United Kingdom; HK Hong Kong; IE Ireland; IN India; KE Kenya; LK Sri Lanka; MA Morocco;
MO Macao; MX Mexico; NZ New Zealand; PK Pakistan; PT Portugal; SA Saudi Arabia; SG Singapore; TW Taiwan;
TZ Tanzania; US United States; ZA South Africa; HANS Simplified; HANT Traditional
"""
"""Codes of ISO 3166 and ISO 15924 that make a difference, and what they say of a language."""

_SCRIPTS = "CYRL Cyrillic script; LATN Latin script; ARAB Arabic script; DEVA Devanagari script"
"""Likewise, for languages of several scripts."""

_SEVERAL_SCRIPTS = " ace az azb azj bjn bs kas knc kk ks ku kmr pa sd sr srp taq tzm ug uz uzn "


def language_name(code: str) -> str:
    """Returns the English name of a language, with its region or script: "pt_BR" is "Portuguese (Brazil)".

    Args:
        code: of ISO 639, also with what models add ("de_DE", "deu_Latn", "fr_XX"). What is no known code is
            taken for a name.
    """
    first, *rest = code.strip().replace("-", "_").split("_")
    name = _names(_LANGUAGES).get(first.lower())
    if name is None:
        return code.strip()
    variants = _names(_REGIONS)
    if f" {first.lower()} " in _SEVERAL_SCRIPTS:
        variants |= _names(_SCRIPTS)
    said = [variants[part.upper()] for part in rest if part.upper() in variants]
    return f"{name} ({', '.join(said)})" if said else name


def short_codes() -> dict[str, str]:
    """Returns codes of two letters, those of ISO 639-1, and what ISO 639-3 makes of them: "de" -> "deu"."""
    return {codes[0]: codes[1] for codes, _name in _entries(_LANGUAGES) if len(codes) == 2}


def _names(table: str) -> dict[str, str]:
    """Returns code -> name."""
    return {code: name for codes, name in _entries(table) for code in codes}


def _entries(table: str) -> Iterator[tuple[list[str], str]]:
    """Yields codes and name of each entry. A name begins with a capital behind one code or two."""
    for entry in table.replace("\n", " ").split(";"):
        words = entry.split()
        codes = 2 if words[1].islower() else 1
        yield words[:codes], " ".join(words[codes:])
