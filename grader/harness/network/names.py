"""Usual names of the parts of a network, in several languages: patterns over names in lower case."""

import re
import unicodedata

NEURON = re.compile(r"neuron|perceptron$|^nodo$|unidad|einheit|нейрон$")
LAYER = re.compile(
    r"layer|capa(?!cit)|couche|camada|schicht|strato|warstwa|слои|слой|dense|linear|affine|fully|^fc$"
)
NETWORK = re.compile(
    r"mlp|layers?_?perceptron|network|net(?!a)|^nn|nn$|^red|reseau|rede|rete|netz|siec|сеть|multi|feedforward|sequential|model"
)
OF_A_LAYER = re.compile(r"(?<!multi)layer(?!s?_?perceptron)|(?<!multi)capa|couche|camada|schicht|strato")
"""Names of layers that would pass for those of networks."""
RECURRENT = re.compile(r"rnn|lstm|^gru|recurr|recorr|ricorr|rekurr")
"""Names of networks with a state, which are called on a sequence, or on the state too."""
APART = re.compile(r"tanh|relu|sigmoid|activ")
"""Names of classes that hold the function at the end of a layer."""
NO_UNIT = re.compile(
    r"^module|^modul[eo]?$|^base|abstract|optim|sgd|adam|loss|mse|trainer|dataset|loader|schedul|tanh|relu|sigmoid"
    r"|activation|activ|dropout|graph|engine|tape"
)
CALLS = (
    "__call__", "forward", "call", "predict", "activate", "avant", "adelante", "uscita", "salida", "ausgabe",
    "sortie", "saida", "propagar", "propagate", "forward_pass", "feedforward", "feed_forward", "vorwaerts",
    "evaluate", "evaluar", "activar", "output", "calcular", "compute", "run", "fire",
)  # fmt: skip
"""Methods that compute the output."""
PARAMETERS = re.compile(r"param|параметр|^weights_and|^all_weights|^pesos|^get_weights|trainable")
ZEROES = re.compile(
    r"zero|zera|zeruj|reset|clear|null|azzer|reini|limp|borr|effac|cero|loesch|losch|remise|zurueck|zuruck|обнул"
)
STEPS = re.compile(
    r"step|updat|descen|actuali|paso|passo|schritt|\bpas\b|^pas_|optimi|sgd|apply_grad|aktuali|aggiorn|ajust"
    r"|atualiz|mise_a_jour|mettre_a_jour|anpass|krok|шаг|обнов"
)
ADAPTIVE = re.compile(r"adam|adagrad|adadelta|rms_?prop")
"""Optimisers whose step is none along the gradient."""
OPTIMISERS = re.compile(
    ADAPTIVE.pattern + r"|sgd|optim|descen|abstieg|moment|^gd$|train|entren|allena|trein|entraine"
)
INERTIA = re.compile(r"moment|beta|inerc|inerz|decay|rho")
LOSSES = re.compile(
    r"loss|mse|squared|squares|perdida|error|coste?$|cost|verlust|perte|erreur|errore|costo|perda|fehler|ecm|criteri"
    r"|custo|erro_|erro$|cout|kosten|abweich|strat[ay]$|strat[ay]_|потер|ошибк"
)
NO_LOSS = re.compile(r"plot|print|show|history|log$|graf")
MEANS = re.compile(
    r"mse|\bmean|average|averag|promedi|\bmedi[ao]|\be[cq]m\b|mitte|moyen|durchschnitt|mittler"
)
NO_SQUARES = re.compile(
    r"huber|smooth|hinge|entrop|\bbce\b|\bnll\b|\bkl\b|\babs\b|absol|\bmae\b|\bl1\b|rmse|\broot|\braiz"
    r"|log ?cosh"
)
"""Words of losses that are no mean of squares."""
SQUARES = re.compile(r"mse|sse|squar|cuadr|quadr|carr[ée]|e[cq]m|\*\* ?2")
IN_FIRST = re.compile(r"in$|^in|^n_?in|input|entrad|eingab|entree|ingress|fan_in|^nin|^d$|dim|size|^n$|x")
OUT_FIRST = re.compile(r"out|neuron|units|salid|ausgab|sortie|uscit|said|fan_out|^n_?out")
RATES = re.compile(r"lr|rate|eta|alpha|tasa|learning|lernrate|taux|passo|tasso|taxa|step_size|schrittweite")
GENERATORS = re.compile(r"rng|rand|gener|zufall|aleat")
ADDS = re.compile(r"add|append|agreg|anad|aniad|ajout|hinzu|aggiung|adicion|dodaj|добав")
ACTIVATIONS = re.compile(r"activ|attiv|^act|non_?lin|func|^fn?s?$|aktiv|fonction")
ENDS = re.compile(ACTIVATIONS.pattern + r"|linear|relu|tanh|sigmoid|^last|is_output")
"""Parameters by which a file lets others choose the function at the end of a layer."""
FUNCTIONS = ("tanh", "relu", "sigmoid")
"""Words for functions at the end of a neuron, of which a file may compare an argument with one."""


def plain(name: str) -> str:
    """The name in lower case and without accents."""
    text = unicodedata.normalize("NFKD", name.lower())
    return "".join(character for character in text if not unicodedata.combining(character))
