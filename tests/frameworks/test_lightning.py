"""Tests that Lightning's trainer logs the scores of validation and test sets."""

import pytest
import torch
from lightning.pytorch import LightningModule, Trainer
from lightning.pytorch.callbacks import ModelCheckpoint
from torch.utils.data import DataLoader

import parbleu
from frameworks.conftest import HYPOTHESES, REFERENCES
from parbleu.integrations.lightning import LogScores

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


class Parrot(LightningModule):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1))
        self.words = 3

    def training_step(self, batch):
        self.words += 1  # translations become longer
        return self.weight.sum()

    def validation_step(self, batch):
        return {
            "hypotheses": [" ".join(HYPOTHESES[index].split()[: self.words]) for index in batch.tolist()],
            "references": [REFERENCES[index] for index in batch.tolist()],
        }

    test_step = validation_step

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


def test_scores_of_each_epoch(tmp_path):
    batches = DataLoader(range(7), batch_size=3)
    best = ModelCheckpoint(dirpath=tmp_path, monitor="val_chrf++", mode="max")
    options = {
        "accelerator": "cpu",
        "logger": False,
        "enable_progress_bar": False,
        "enable_model_summary": False,
    }
    trainer = Trainer(max_epochs=2, callbacks=[LogScores(["bleu", "chrf++", "ter"]), best], **options)
    model = Parrot()
    trainer.fit(model, batches, batches)
    hypotheses = [" ".join(text.split()[: model.words]) for text in HYPOTHESES]
    assert model.words == 9
    metrics = {"bleu": parbleu.BLEU(), "chrf++": parbleu.CHRF(word_order=2), "ter": parbleu.TER()}
    expected = {key: metric.corpus_score(hypotheses, STREAMS).score for key, metric in metrics.items()}
    assert {key: trainer.callback_metrics[f"val_{key}"].item() for key in metrics} == expected
    assert best.best_model_score.item() == expected["chrf++"]
    model.words = 100
    trainer.test(model, batches, verbose=False)
    for key, metric in metrics.items():
        score = metric.corpus_score([" ".join(text.split()) for text in HYPOTHESES], STREAMS)
        assert trainer.callback_metrics[f"test_{key}"].item() == score.score


class TwoLoaders(Parrot):
    def validation_step(self, batch, batch_idx, dataloader_idx=0):
        self.words = 2 + dataloader_idx
        return Parrot.validation_step(self, batch)


def test_each_data_loader_has_its_score():
    options = {"accelerator": "cpu", "logger": False, "enable_progress_bar": False}
    trainer = Trainer(callbacks=[LogScores(["chrf"])], **options)
    loaders = [DataLoader(range(7), batch_size=3), DataLoader(range(7), batch_size=3)]
    trainer.validate(TwoLoaders(), loaders, verbose=False)
    for place, words in enumerate((2, 3)):
        hypotheses = [" ".join(text.split()[:words]) for text in HYPOTHESES]
        score = parbleu.CHRF().corpus_score(hypotheses, STREAMS).score
        assert trainer.callback_metrics[f"val_chrf/dataloader_idx_{place}"].item() == score
