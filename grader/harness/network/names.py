"""What honest files call the parts of a network, in several languages: patterns over names in lower case."""

import re
import unicodedata

NEURON = re.compile(r"neur[oô]n|neurona|perceptron$|^nodo$|unidad|einheit")
LAYER = re.compile(r"layer|capa(?!cit)|couche|camada|schicht|strato|dense|linear|affine|fully|^fc$")
NETWORK = re.compile(
    r"mlp|network|net(?!a)|\bnn\b|^nn|nn$|^red|reseau|rede|rete|netz|multi|ann$|feedforward|sequential|model"
)
OF_A_LAYER = re.compile(r"layer|capa|couche|camada|schicht|strato")
NO_UNIT = re.compile(
    r"^module|^modul[eo]?$|^base|abstract|optim|sgd|adam|loss|mse|trainer|dataset|loader|schedul|tanh|relu|sigmoid"
    r"|activation|activ|dropout|graph|engine|tape"
)
CALLS = (
    "__call__", "forward", "call", "predict", "activate", "avant", "adelante", "uscita", "salida", "ausgabe",
    "sortie", "saida", "propagar", "propagate", "forward_pass", "feedforward", "feed_forward", "vorwaerts",
    "evaluate", "evaluar", "output", "calcular", "compute", "run", "fire",
)  # fmt: skip
"""Methods that compute the output."""
PARAMETERS = re.compile(r"param|^weights_and|^all_weights|^pesos|^get_weights|trainable")
ZEROES = re.compile(r"zero|reset|clear|null|azzer|reini|limpi|borr|effac|cero|loesch|remise")
STEPS = re.compile(
    r"step|updat|descen|actuali|paso|passo|schritt|\bpas\b|^pas_|optimi|sgd|apply_grad|aktuali|aggiorn|ajust"
)
OPTIMISERS = re.compile(r"sgd|optim|descen|descente|abstieg|gradientdescent|^gd$")
LOSSES = re.compile(
    r"loss|mse|squared|perdida|error|coste?$|cost|verlust|perte|erreur|errore|costo|perda|fehler|ecm|criteri"
)
MEANS = re.compile(r"mse|\bmean|average|averag|promedi|\bmedi[ao]|\becm\b|mitte|moyen|durchschnitt|mittler")
SQUARES = re.compile(r"mse|sse|squar|cuadr|quadr|carr[ée]|ecm|\*\* ?2")
IN_FIRST = re.compile(r"in$|^in|^n_?in|input|entrad|eingab|entree|ingress|fan_in|^nin|^d$|dim|size|^n$|x")
OUT_FIRST = re.compile(r"out|neuron|units|salid|ausgab|sortie|uscit|said|fan_out|^n_?out")
RATES = re.compile(r"lr|rate|eta|alpha|tasa|learning|lernrate|taux|passo|tasso|taxa|step_size|schrittweite")
ACTIVATIONS = re.compile(r"activ|attiv|^act|nonlin|func|^fn$|^f$|aktiv|fonction")
WHOLE_NUMBERS = re.compile(r"^n|num|count|size|dim")


def plain(name: str) -> str:
    """The name in lower case and without accents."""
    text = unicodedata.normalize("NFKD", name.lower())
    return "".join(character for character in text if not unicodedata.combining(character))
