"""All settings of training the joint model, in one value."""

from dataclasses import dataclass, field

from enliven.models.torch.joint_flow import JointFlowConfig
from enliven.training.joint_augment import AugmentConfig
from enliven.training.joint_loss import LossConfig


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How the joint model is trained."""

    minutes: float | None = 150.0
    """Stop after this long and anneal the rate towards it; counts over resumed runs. None: ``steps`` alone decides."""
    steps: int = 1_000_000
    """Stop after this many steps."""
    horizon: int | None = None
    """Steps over which the rate falls, where a run of ``steps`` is only part of it; None: ``steps``."""
    batch: int = 32
    """Clips a step."""
    rate: float = 1e-3
    """Highest learning rate, reached after ``warmup`` steps, then lowered along half a cosine."""
    warmup: int = 200
    """Steps of the rising rate."""
    decay: float = 0.05
    """Weight decay of AdamW."""
    ema: float = 0.9995
    """Decay of the averaged weights, which are the ones that count."""
    clip: float = 1.0
    """Largest norm of the gradient."""
    seed: int = 0
    """Of every draw."""
    threads: int = 1
    """Threads of torch."""
    validate_every: int = 500
    """Steps between validations; the best state by ``val/score`` is kept."""
    validation_clips: int = 256
    """Clips of a validation, the same every time."""
    calibration_clips: int = 160
    """Training clips generated again at export, to measure how much of each wave to keep."""
    refill: int = 8
    """Batches drawn at once, sorted by the number of joints so that little is padding."""
    share_alike: bool = False
    """Train on share-alike rows too (the default weights do not)."""
    net: JointFlowConfig = field(default_factory=JointFlowConfig)
    """Size of the net."""
    augment: AugmentConfig = field(default_factory=AugmentConfig)
    """Changes of the clips."""
    loss: LossConfig = field(default_factory=LossConfig)
    """Parts of the loss."""
