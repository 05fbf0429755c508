"""Reads and writes a Blue Archive roster that is kept by Rollbook, a self-hosted HTTP API."""

from .apply_plan import Progress
from .async_client import (
    AsyncChangeListing,
    AsyncGoals,
    AsyncItemStock,
    AsyncListing,
    AsyncRollbook,
    AsyncRoster,
    AsyncStudents,
)
from .call import CallOptions
from .catalogue import Catalogue, CatalogueStudent
from .changes_listing import Change, ChangeAuthor, ChangeListing, ChangePage
from .client import LimitStatus, Me, Rollbook
from .contract import (
    STATE_FIELDS,
    STATE_NAMES,
    Area,
    GrowthState,
    RecruitedStudent,
    StateName,
    StudentPatch,
    StudentRegistration,
)
from .device_code import Connection, ShownCode, connect_by_code, disconnect
from .errors import Candidate, Failure, InvalidField, KeptFields, Report, RollbookError, RollbookErrorCode
from .goals import CompletedGoal, FarmPlan, Goal, GoalCompletion, Goals, GoalSettings, GrowthCost, GrowthPlan, PlannedStudent, Stock
from .item_stock import ItemStock
from .listing import Listing, Page
from .plan_entry import Plan, PlanEntry
from .roster import PartialRoster, Proposal, ProposedStudent, Roster, RosterStudent, WholeRoster
from .roster_students import Ensured
from .students import Students, StudentSummary
from .transport import Retry, Tagged
from .version import VERSION as __version__

__all__ = [
    "STATE_FIELDS",
    "STATE_NAMES",
    "Area",
    "AsyncChangeListing",
    "AsyncGoals",
    "AsyncItemStock",
    "AsyncListing",
    "AsyncRollbook",
    "AsyncRoster",
    "AsyncStudents",
    "CallOptions",
    "Candidate",
    "Catalogue",
    "CatalogueStudent",
    "Change",
    "ChangeAuthor",
    "ChangeListing",
    "ChangePage",
    "CompletedGoal",
    "Connection",
    "Ensured",
    "Failure",
    "Goal",
    "GoalCompletion",
    "GoalSettings",
    "Goals",
    "GrowthCost",
    "GrowthPlan",
    "GrowthState",
    "InvalidField",
    "ItemStock",
    "KeptFields",
    "LimitStatus",
    "Listing",
    "Me",
    "Page",
    "PartialRoster",
    "Proposal",
    "ProposedStudent",
    "Plan",
    "PlanEntry",
    "PlannedStudent",
    "Progress",
    "RecruitedStudent",
    "Report",
    "Retry",
    "Rollbook",
    "RollbookError",
    "RollbookErrorCode",
    "Roster",
    "RosterStudent",
    "ShownCode",
    "StateName",
    "Stock",
    "StudentPatch",
    "StudentRegistration",
    "StudentSummary",
    "Students",
    "Tagged",
    "WholeRoster",
    "__version__",
    "connect_by_code",
    "disconnect",
]
