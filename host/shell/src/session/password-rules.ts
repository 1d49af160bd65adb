import { msg } from '../language/t.ts'

/** The host's rules for a new password, shown before it refuses one. */
export const PASSWORD_RULES = msg(
  '12 to 200 characters, and not mostly words that are easily guessed. Several unrelated words are good.',
)
