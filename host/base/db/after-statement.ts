/**
 * The message of the database itself, if an error's message begins with a statement: Knex puts the statement with its values before it.
 * Undefined for other messages.
 */
export const afterStatement = (message: string): string | undefined =>
  STATEMENT.test(message) ? message.slice(message.lastIndexOf(' - ') + 3) : undefined

const STATEMENT = /^(?:select|insert|update|delete|with|create|alter|drop|begin|pragma)\b.* - /is
