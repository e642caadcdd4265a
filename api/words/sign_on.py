"""Single sign-on: why somebody did not come in, and what to do next."""

from collections.abc import Mapping

from api.i18n import N_, gettext as _
from api.words import Message
from api.words.lms import duration_of

_AGAIN = N_("Go to the sign-in page and start again.")
_OPERATOR = N_("Sign in with a password, or tell the operator of this service.")
_CLOCK = N_("Tell the operator of this service that a clock may be wrong.")
_ACCOUNT = N_("Sign out at the provider, then sign in there with another account.")
_UNTRUSTED = N_("The answer of the sign-on provider cannot be trusted, so nobody was signed in.")

_REFUSED: Mapping[str, tuple[str, str]] = {
    "account-disabled": (N_("Your account here was disabled."), N_("Ask your course staff.")),
    "algorithm": (_UNTRUSTED, _OPERATOR),
    "audience": (N_("The sign-on provider answered for another service."), _OPERATOR),
    "code-refused": (N_("The sign-on provider did not confirm this sign-in."), _AGAIN),
    "connected-elsewhere": (
        N_("This account of the provider is connected to another account here."),
        N_("To use that one, sign out first. To connect it to this one, disconnect it there."),
    ),
    "declined": (N_("The sign-in was cancelled at the provider."), _AGAIN),
    "document-addresses": (N_("The sign-on provider publishes addresses that cannot be used."), _OPERATOR),
    "document-issuer": (
        N_("The sign-on provider publishes another issuer."),
        N_("Copy the issuer exactly as the provider publishes it, with or without a slash at its end."),
    ),
    "email-domain": (N_("E-mail addresses of your domain are not accepted here."), _ACCOUNT),
    "email-unverified": (N_("The sign-on provider has not verified your e-mail address."), _ACCOUNT),
    "hosted-domain": (N_("Accounts of your organization are not accepted here."), _ACCOUNT),
    "issuer": (_UNTRUSTED, _OPERATOR),
    "keys-unreachable": (N_("The keys of the sign-on provider could not be read."), _OPERATOR),
    "mixed-up": (N_("The answer came from another sign-on provider than the one that was asked."), _AGAIN),
    "no-code": (N_("The sign-on provider sent an answer that cannot be read."), _AGAIN),
    "no-document": (N_("The sign-on provider does not publish how it is used."), _OPERATOR),
    "no-key-id": (_UNTRUSTED, _OPERATOR),
    "no-new-accounts": (
        N_("New accounts are not created for this sign-on provider."),
        N_("Ask your course staff for an account, sign in to it, and connect the provider on your page."),
    ),
    "no-times": (_UNTRUSTED, _OPERATOR),
    "nobody": (N_("The sign-on provider does not say who you are."), _OPERATOR),
    "nonce": (N_("This answer belongs to another sign-in."), _AGAIN),
    "not-a-token": (N_("The sign-on provider sent an answer that cannot be read."), _OPERATOR),
    "not-by-proxy": (
        N_("This request did not come through the proxy that signs people in."),
        N_("Open the sign-in page at the public address of this service."),
    ),
    "party": (N_("The sign-on provider answered for another service."), _OPERATOR),
    "provider-disabled": (N_("This sign-on provider is disabled here."), _OPERATOR),
    "provider-error": (N_("The sign-on provider reported an error."), _AGAIN),
    "proxy-names-nobody": (N_("The proxy does not say who you are."), _OPERATOR),
    "other-browser": (
        N_("Your browser did not send back the cookie of this sign-in."),
        N_("Start again in this browser. If this happens again, allow cookies."),
    ),
    "signature": (_UNTRUSTED, _OPERATOR),
    "state-unknown": (N_("This sign-in has expired."), _AGAIN),
    "state-used": (N_("This sign-in was used already, for example by reloading the page."), _AGAIN),
    "tenant": (N_("Accounts of your organization are not accepted here."), _ACCOUNT),
    "unknown-key": (_UNTRUSTED, _OPERATOR),
    "unknown-provider": (N_("This sign-on provider does not exist here."), _AGAIN),
    "unreachable": (N_("The sign-on provider does not answer."), _OPERATOR),
}
_BY_SECONDS: Mapping[str, str] = {
    "expired": N_("The answer of the sign-on provider expired {duration} ago."),
    "from-future": N_("The clock of the sign-on provider is {duration} ahead of ours."),
    "too-old": N_("The answer of the sign-on provider was signed {duration} ago."),
}


def sign_on_refused(reason: str, facts: Mapping[str, int]) -> Message:
    """Why somebody did not come in, and what they can do."""
    if reason in _BY_SECONDS:
        return Message(_(_BY_SECONDS[reason], duration=duration_of(facts.get("seconds", 0))), _(_CLOCK))
    seen, advice = _REFUSED.get(reason, (_UNTRUSTED, _OPERATOR))
    return Message(_(seen), _(advice))
