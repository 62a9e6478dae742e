"""The threat check: dice, artefacts and punishments, and how they are played best."""
