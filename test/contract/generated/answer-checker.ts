import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Description, Promised, Target } from './description.ts'

/** An answer of the host. */
export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Says what is wrong with an answer, or returns undefined. */
export type CheckAnswer = (target: Target, answered: Answered) => string | undefined

/** Makes the check of answers against the description: status, media type, body and the headers of lists. */
export function createCheckAnswer(description: Description): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(description, 'description')

  return (target, answered) => {
    const { status, headers, text } = answered
    if (status >= 500) return `is ${status}: ${text.slice(0, 500)}`
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find((each) => each in target.responses)
    if (key === undefined) return `is ${status}, which is not described: ${text.slice(0, 300)}`
    if (status >= 400) return problemOf(answered) ?? bodyError(target, key, answered)
    const { headers: promised = {} } = target.responses[key] ?? {}
    const missing = 'X-Total-Count' in promised && !/^\d+$/.test(String(headers['x-total-count']))
    return missing ? 'has no X-Total-Count' : bodyError(target, key, answered)
  }

  function bodyError(target: Target, key: string, { headers, text }: Answered): string | undefined {
    const promised = target.responses[key] as Promised
    const [name = '', place] =
      promised.$ref === undefined
        ? ['', placeOf(target, key)]
        : [promised.$ref.split('/').at(-1), promised.$ref.slice(1)]
    const { content } = name === '' ? promised : (description.components.responses[name] ?? {})
    if (content === undefined || text === '') return undefined
    const type = headers['content-type']?.split(';')[0] ?? ''
    const range = rangesOf(type).find((each) => each in content)
    if (range === undefined) return `has the media type [${type}], which is not described`
    if (!type.endsWith('json')) return undefined
    const validate = ajv.getSchema(`description#${place}/content/${escaped(range)}/schema`)
    if (validate === undefined) return 'has a schema that cannot be found'
    return validate(JSON.parse(text)) === true
      ? undefined
      : `does not match its schema: ${ajv.errorsText(validate.errors)}; it is ${text.slice(0, 500)}`
  }
}

/** What may describe a media type, the most specific first (OpenAPI 3.1, Response Object, `content`). */
const rangesOf = (type: string) => [type, `${type.split('/')[0]}/*`, '*/*']

const placeOf = ({ path, method }: Target, key: string) =>
  `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${key}`

/** Escapes a name for a JSON Pointer in a URI fragment. */
const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Every refusal says what went wrong. */
function problemOf({ status, headers, text }: Answered): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json'))
    return `is ${status} without a problem: ${text.slice(0, 200)}`
  const { status: told, code, detail } = JSON.parse(text) as { status?: number; code?: string; detail?: string }
  return told === status && code && detail ? undefined : `is ${status} with the problem ${text.slice(0, 300)}`
}
