"""Tests the encodings that messages name for files that are not UTF-8."""

import re

import pytest

from parbleu._base.encoding_guesses import guess
from parbleu.errors import UndecodableLineError

TEXTS = {
    "Das ist für dich, sagte er – und ging über die Straße.": ("cp1252",),
    "Où est passée la très vieille forêt de l’été ? Ça alors, répondit-elle.": ("cp1252",),
    "¿Dónde está el niño pequeño? Mañana será otro día, señor, ¡qué alegría!": ("cp1252",),
    "Í gær sagði hann að hann kæmi síðar; við biðum lengi við gamla húsið.": ("cp1252",),
    "Příliš žluťoučký kůň úpěl ďábelské ódy, řekla včera její žena.": ("cp1250",),
    "Zażółć gęślą jaźń, powiedział wczoraj jej mąż, że przyjdzie później.": ("cp1250",),
    "Árvíztűrő tükörfúrógép, mondta tegnap a férfi, és később elment.": ("cp1250",),
    "Вчера он сказал, что придёт позже. Мы долго ждали его у старого дома.": ("cp1251", "koi8-r"),
    "Вчора він сказав, що прийде пізніше. Ми довго чекали його біля хати.": ("cp1251",),
    "Χθες είπε ότι θα έρθει αργότερα. Τον περιμέναμε πολλή ώρα στο σπίτι.": ("cp1253",),
    "Dün geç geleceğini söyledi, biz de onu ışıklı evin önünde bekledik.": ("cp1254",),
    "אתמול הוא אמר שיבוא מאוחר יותר. חיכינו לו זמן רב ליד הבית הישן.": ("cp1255",),
    "قال أمس إنه سيأتي متأخرا. انتظرناه طويلا قرب البيت القديم في المدينة.": ("cp1256",),
    "昨天他说他会晚一点来。我们在老房子旁边等了他很久,但是他没有来。": ("gb18030", "utf-16le", "utf-16be"),
    "昨天他說他會晚一點來。我們在老房子旁邊等了他很久,但是他沒有來。": ("big5", "utf-16le"),
    "昨日、彼は遅れて来ると言いました。私たちは古い家のそばで待っていました。": ("cp932", "euc-jp"),
    "어제 그는 늦게 온다고 말했다. 우리는 오래된 집 옆에서 그를 기다렸다.": ("cp949",),
}


@pytest.mark.parametrize(
    ("text", "encoding"), [(text, encoding) for text, encodings in TEXTS.items() for encoding in encodings]
)
def test_the_encoding_of_a_file(tmp_path, text, encoding):
    path = tmp_path / "text"
    path.write_bytes(f"{text}\n".encode(encoding) * 3)
    assert guess(str(path)) == encoding
    told = str(UndecodableLineError(1, 2, 0xE0, str(path)))
    assert f"perhaps {encoding}: iconv -f {encoding} -t utf-8; -e {encoding} holds" in told


def test_no_encoding_that_cannot_decode_the_file(tmp_path):
    path = tmp_path / "text"
    path.write_bytes("Das ist für dich.\n".encode("cp1252") * 300 + b"\x81\xff\x90\xa1\xdb\n")
    name = guess(str(path))
    assert not name or path.read_text(encoding=name)
    assert guess(str(tmp_path / "none")) == ""


def test_damaged_utf_8_is_in_no_other_encoding(tmp_path):
    path = tmp_path / "text"
    path.write_bytes("Das ist für dich.\n".encode() * 3 + "für\n".encode("cp1252"))
    assert guess(str(path)) == ""
    assert re.search(r"encoding \(iconv -f ENCODING ", str(UndecodableLineError(4, 1, 0xFC, str(path))))


def test_utf_8_that_was_read_as_something_else(tmp_path):
    path = tmp_path / "text"
    path.write_text("Вчера он сказал, И\n", encoding="utf-8")
    told = str(UndecodableLineError(1, 1, 0x98, str(path), "cp1251"))
    assert "it is valid UTF-8: -e holds for all files, so -e cp1251 --ref-encoding utf-8" in told
    assert "iconv" not in told
