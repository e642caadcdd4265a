"""The tables, in the order in which they refer to each other."""

from submissions.tables._base import PLACES, YEARS, Base
from submissions.tables.access import (
    ApiToken,
    HalfSignIn,
    RecoveryCode,
    SecondFactor,
    SignInLink,
    SignOnAccount,
    SignOnNewcomer,
    SignOnProvider,
    SignOnRound,
    WebSession,
)
from submissions.tables.assignment import (
    Assignment,
    AssignmentVersion,
    Counts,
    Extension,
    Hinting,
    LeaderboardName,
    MissingRequired,
    Override,
    Reveal,
    Shown,
    TryFile,
)
from submissions.tables.course import IS_STUDENT, Course, Enrolment, JoinCode, Person, Role
from submissions.tables.facts import AttemptFact, CauseFact, CauseHistory, VerdictPattern
from submissions.tables.job import Job, JobKind, JobState, Worker
from submissions.tables.ledger import AuditEvent, IdempotentAnswer, Secret, Throttle
from submissions.tables.lms import (
    LmsAccount,
    LmsContext,
    LmsDeepLink,
    LmsDeployment,
    LmsGrade,
    LmsKey,
    LmsLink,
    LmsLogin,
    LmsPlatform,
    LmsTabCode,
    PassbackState,
    PlatformState,
)
from submissions.tables.regrade import ChangeReason, GradeChange, RegradeItem, RegradeRun, RunScope, RunState
from submissions.tables.submission import (
    UNFINISHED,
    FileShape,
    Grading,
    GradingReason,
    GroupMember,
    State,
    StoredFile,
    StoredReport,
    StudentGroup,
    Submission,
)
from submissions.tables.talk import (
    CannedComment,
    Comment,
    MailState,
    Notice,
    NoticeKind,
    RegradeRequest,
    RequestState,
    StaffMessage,
    StaffNote,
    WatchThreshold,
)
from submissions.tables.webhook import (
    DeliveryState,
    DisabledReason,
    HiddenResults,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
)
