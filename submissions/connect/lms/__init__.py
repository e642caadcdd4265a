"""Learning platforms by LTI 1.3: registered, launched from, told of grades. Decision 0031."""
