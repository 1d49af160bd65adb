import { type Static, Type } from '@atrium/sdk'

/** The kinds of providers. `offline` needs no network and no key. */
const CREDENTIAL_KINDS = ['openai', 'anthropic', 'openai-compatible', 'offline'] as const

/** Access to a provider of language models. Its key is write-only. */
export const Credential = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    kind: Type.Enum([...CREDENTIAL_KINDS], {
      default: 'openai-compatible',
      description: '`offline` needs no network: it follows the tool calls that stand in a message',
    }),
    base_url: Type.Optional(
      Type.String({
        maxLength: 500,
        title: 'Base URL',
        description:
          'Of an OpenAI-compatible server, such as https://llm.example.org/v1. For OpenAI and Anthropic only if a gateway or a region has its own',
      }),
    ),
    api_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        writeOnly: true,
        title: 'API key',
        description: 'Stored encrypted and never shown again. Leave it empty to keep the present one',
      }),
    ),
    key_hint: Type.Optional(
      Type.String({ readOnly: true, title: 'Present key', description: 'The last four characters' }),
    ),
    key_set_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true, title: 'Key set' })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Credential' },
)
export type Credential = Static<typeof Credential>

/** The addresses of the providers, for credentials without one. */
const ADDRESSES: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

/** The address below which a provider answers, without a trailing slash. Empty for `offline`. */
export const addressOf = ({ kind, base_url }: Pick<Credential, 'kind' | 'base_url'>): string =>
  (base_url ?? ADDRESSES[kind] ?? '').replace(/\/+$/, '')

/** The columns of the table of credentials, apart from the sealed key. */
export const StoredCredential = Type.Omit(Credential, ['api_key'])
export type StoredCredential = Static<typeof StoredCredential>
