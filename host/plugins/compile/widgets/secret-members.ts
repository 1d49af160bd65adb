import { label_of } from '@atrium/sdk'
import type { SecretMember } from '@atrium/sdk/documents'
import type { Operation } from '../../../core/registries/index.ts'

interface Marked {
  readonly secret?: boolean
  readonly title?: string
  readonly description?: string
  readonly format?: string
}

/** The members of an operation's answer that its response schema marks with `secret: true`, as a part of a document. */
export function secretMembers(operation: Operation | undefined): { secrets?: SecretMember[] } {
  const { properties = {} } = (operation?.schemas.response ?? {}) as { properties?: Readonly<Record<string, Marked>> }
  const secrets = Object.entries(properties).flatMap(([name, { secret, title, description, format }]) =>
    secret === true
      ? [
          {
            ...{ name, label: title ?? label_of(name) },
            ...(description !== undefined && { description }),
            ...(format === 'uri-reference' && { format: 'uri-reference' as const }),
          },
        ]
      : [],
  )
  return secrets.length === 0 ? {} : { secrets }
}
