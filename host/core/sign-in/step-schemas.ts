import { Type } from '@atrium/sdk'
import { SessionInfo } from '@atrium/sdk/documents'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

const closed = { additionalProperties: false }
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** A code of an authenticator app or a recovery code, as typed. */
export const CodeBody = Type.Object({ code: text(60) }, closed)

/** Browsers add members as WebAuthn grows. */
const open = { additionalProperties: true }
const common = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Unsafe<string>(Type.Any())),
  clientExtensionResults: Type.Optional(Type.Object({}, open)),
}

/** The browser's answer after a passkey was used. */
export const PasskeyUse = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object(
    {
      ...common,
      response: Type.Object(
        {
          clientDataJSON: bytes(8_000),
          authenticatorData: bytes(8_000),
          signature: bytes(8_000),
          userHandle: Type.Optional(bytes(200)),
        },
        open,
      ),
    },
    open,
  ),
)

/** The browser's answer after a passkey was created. */
export const PasskeyMade = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object(
    {
      ...common,
      response: Type.Object(
        {
          clientDataJSON: bytes(8_000),
          attestationObject: bytes(40_000),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
        },
        open,
      ),
    },
    open,
  ),
)

export const PasskeyUseBody = Type.Object({ response: PasskeyUse }, closed)
export const PasskeyName = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })
export const PasskeyBody = Type.Object({ name: PasskeyName, response: PasskeyMade }, closed)

/** One object instead of a union, so that a violation names only the wrong member. */
export const ProofBody = Type.Unsafe<{ password: string } | { code: string } | { passkey: AuthenticationResponseJSON }>(
  {
    ...Type.Object(
      {
        password: Type.Optional(text(200)),
        code: Type.Optional(text(60)),
        passkey: Type.Optional(PasskeyUse),
      },
      closed,
    ),
    oneOf: [{ required: ['password'] }, { required: ['code'] }, { required: ['passkey'] }],
  },
)

const time = Type.String({ format: 'date-time' })

/** The missing steps of a sign-in. */
export const PendingStep = Type.Object(
  {
    step: Type.Enum(['verify', 'enrol'], { description: 'Prove one of the methods, or set one of them up' }),
    methods: Type.Array(Type.Enum(['totp', 'passkey', 'recovery_code'])),
    name: Type.String({ description: 'The name of the person' }),
  },
  closed,
)
export const Provider = Type.Object({ id: Type.String(), title: Type.String(), href: Type.String() }, closed)
export const SignInState = Type.Object(
  {
    passkeys_at: Type.Optional(Type.String({ description: 'The address at which passkeys work' })),
    providers: Type.Array(Provider),
    pending: Type.Optional(PendingStep),
    signed_in: Type.Optional(Type.Literal(true, { description: 'The caller is signed in' })),
  },
  closed,
)
/** The answer of a raw route that starts a session, or answers 202 by itself if something is still missing. */
export const SignInAnswer = Type.Unsafe<SessionInfo | undefined>(SessionInfo)
export const NewTotp = Type.Object({ secret: Type.String(), uri: Type.String() }, closed)
export const PasskeyAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    synced: Type.Boolean(),
    created_at: time,
    last_used_at: Type.Optional(time),
    refused_at: Type.Optional(time),
  },
  closed,
)
export const Codes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Shown once. Each works once.' }) },
  closed,
)
export const Methods = Type.Object(
  {
    password: Type.Boolean(),
    totp_since: Type.Optional(time),
    recovery_codes_left: Type.Integer(),
    passkeys: Type.Array(PasskeyAnswer),
    passkeys_at: Type.Optional(Type.String()),
    providers: Type.Array(Type.Object({ title: Type.String(), last_used_at: Type.Optional(time) }, closed)),
    required: Type.Object({ second_factor: Type.Boolean(), passkey: Type.Boolean(), oidc: Type.Boolean() }, closed),
  },
  closed,
)
export const OwnSession = Type.Object(
  {
    id: Type.String(),
    device: Type.String(),
    address: Type.String(),
    created_at: time,
    last_seen_at: time,
    methods: Type.Array(Type.String()),
    current: Type.Boolean(),
  },
  closed,
)
