/** An answer without the members that its schema marks `secret: true`: they are shown once and never kept. */
export function withoutSecrets(body: unknown, schema: object | undefined): unknown {
  const secrets = secretsOf(schema)
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)))
}

function secretsOf(schema: object = {}): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { secret?: boolean }> }
  return Object.keys(properties).filter((name) => properties[name]?.secret === true)
}
