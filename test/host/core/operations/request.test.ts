import type { ApiError, Caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import { createPrincipal, type KnownCaller } from '../../../../host/core/auth/identity.ts'
import {
  AdmittedRequest,
  ANONYMOUS,
  innerRequest,
  isPreview,
  onlyPreview,
  presentLease,
  presentOwner,
  presentPlugin,
  presentRequest,
  type RequestParts,
} from '../../../../host/core/operations/request.ts'
import type { Operation } from '../../../../host/core/registries/index.ts'

const READ = { name: 'GET /api/v1/shop/items', owner: 'shop', permission: 'shop.items.view', reads: true } as Operation
const WRITE = { ...READ, name: 'POST /api/v1/shop/items', permission: 'shop.items.create', reads: false } as Operation
const OPEN = { ...WRITE, permission: undefined, open: true } as Operation
const FOR_ALL = { ...READ, permission: undefined } as Operation

const person = (given: Partial<KnownCaller> = {}) =>
  createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions: ['shop.*'], ...given })
const stranger = person({ permissions: ['jobs.*'] })
const previewed = person({ preview: { kind: 'person', id: '1', name: 'Ada', by: person() } })

const SIGNAL = new AbortController().signal
const call = (operation: Operation, caller: Caller | undefined, rest: Partial<RequestParts> = {}): RequestParts => ({
  ...{ operation, caller, params: {}, query: {}, headers: {}, origin: 'token', requestId: 'r1' },
  signal: () => SIGNAL,
  ...rest,
})
const refusal = (...[operation, caller]: Parameters<typeof call>) => {
  try {
    new AdmittedRequest(call(operation, caller))
  } catch (error) {
    const { status, code, message, options } = error as ApiError
    return { status, code, message, headers: options.headers }
  }
  return undefined
}

describe('A call', () => {
  it('is admitted if the caller holds the permission of the operation', () => {
    expect(refusal(READ, person())).to.equal(undefined)
    expect(refusal(READ, stranger)).to.deep.include({
      status: 403,
      code: 'permission_denied',
      message: '[GET /api/v1/shop/items] requires the permission [shop.items.view]. Ask an operator to grant it.',
    })
  })

  it('is refused to a token for what only its owner holds, and says so', () => {
    const token = person({ kind: 'token', limit: ['jobs.*'], token: { id: 't' } })
    expect(refusal(READ, token)?.message).to.match(/but the token does not include it\. Use a token that does\.$/)
  })

  it('of an operation without a permission is admitted for everybody who is signed in', () => {
    expect(refusal(FOR_ALL, stranger)).to.equal(undefined)
    const refused = { status: 401, code: 'unauthenticated', headers: { 'www-authenticate': 'Bearer' } }
    for (const operation of [FOR_ALL, READ]) expect(refusal(operation, undefined)).to.deep.include(refused)
  })

  it('of an open operation is admitted for anybody', () => {
    for (const caller of [undefined, ANONYMOUS, stranger]) expect(refusal(OPEN, caller)).to.equal(undefined)
    expect([ANONYMOUS.can('shop.items.view'), ANONYMOUS.scope('shop_items')]).to.deep.equal([false, undefined])
  })

  it('in a preview is admitted if it only reads', () => {
    expect(refusal(READ, previewed)).to.equal(undefined)
    for (const operation of [WRITE, OPEN])
      expect(refusal(operation, previewed)).to.deep.include({ status: 403, code: 'preview_read_only' })
    expect([previewed, person(), undefined].map(isPreview)).to.deep.equal([true, false, false])
    expect(onlyPreview('X', previewed).message).to.include('[X] may change something, and this is a preview as [Ada]')
  })

  it('keeps what the door knows of it', () => {
    const { signal } = new AbortController()
    const parts = call(WRITE, person(), {
      body: { a: 1 },
      key: 'k',
      auditedAs: 'GET /other',
      isInProcess: true,
      signal: () => signal,
    })
    const request = new AdmittedRequest(parts)
    const { body, key, auditedAs, isInProcess, origin, requestId } = request
    expect({ body, key, auditedAs, isInProcess, origin, requestId }).to.deep.equal({
      ...{ body: { a: 1 }, key: 'k', auditedAs: 'GET /other', isInProcess: true, origin: 'token', requestId: 'r1' },
    })
    expect(request.signal).to.equal(signal)
    const koa = {} as NonNullable<RequestParts['koa']>
    expect(new AdmittedRequest(call(WRITE, person(), { koa })).koa).to.equal(koa)
    expect(new AdmittedRequest(call(WRITE, person(), { isInProcess: false }))).to.not.have.any.keys(
      ...['key', 'auditedAs', 'isInProcess', 'koa'],
    )
  })

  it('may get another body, and then has none of the headers', () => {
    const { signal } = new AbortController()
    const request = new AdmittedRequest(
      call(WRITE, person(), { body: 1, key: 'k', headers: { 'if-match': '"1"' }, signal: () => signal }),
    )
    const other = request.withBody(2)
    expect(other).to.deep.include({ body: 2, key: 'k', headers: {}, operation: WRITE })
    expect(other.signal).to.equal(signal)
  })

  it('within another one has its caller, unless another is named, and is admitted anew', () => {
    const outer = new AdmittedRequest(call(READ, person(), { origin: 'agent', requestId: 'r9' }))
    const inner = { operation: WRITE, params: { id: '1' }, body: 2, key: 'k' }
    const made = innerRequest(outer, inner)
    expect(made).to.include({ caller: outer.caller, origin: 'agent', requestId: 'r9', body: 2, key: 'k' })
    expect(made.headers).to.deep.equal({})
    expect(made.signal).to.equal(outer.signal)
    expect(() => innerRequest(outer, inner, { caller: stranger })).to.throw('[shop.items.create]')
  })
})

describe('What runs now', () => {
  const system = (id: string): Caller => ({ ...ANONYMOUS, id, kind: 'system' })
  const during = <Value>(caller: Caller, request: object | undefined, read: () => Value) =>
    as_caller(caller, read, request)

  it('is the call that is running', () => {
    const request = new AdmittedRequest(call(READ, person()))
    expect(during(person(), request, presentRequest)).to.equal(request)
    expect(presentRequest()).to.equal(undefined)
  })

  it('is work of the plugin whose operation it is, or that works on its own account', () => {
    expect(during(person(), { operation: READ }, presentPlugin)).to.equal('shop')
    expect(during(system('plugin:desk'), undefined, presentPlugin)).to.equal('desk')
    expect(during(system('host'), {}, presentPlugin)).to.equal(undefined)
    expect(during({ ...system('plugin:desk'), kind: 'person' }, {}, presentPlugin)).to.equal(undefined)
    expect(presentPlugin()).to.equal(undefined)
  })

  it('is code of a generation if the operation or the other work is a plugin’s', () => {
    const lease = {}
    expect(during(person(), { operation: { ...READ, lease } }, presentLease)).to.equal(lease)
    expect(during(person(), { operation: READ, lease }, presentLease)).to.equal(undefined)
    expect(during(system('plugin:desk'), { lease }, presentLease)).to.equal(lease)
    expect(presentLease()).to.equal(undefined)
  })

  it('belongs to its caller where connections are shared, unless it is an operation of the platform', () => {
    const leased = { ...READ, lease: {} }
    expect(during(person(), { operation: leased }, presentOwner)).to.equal('1')
    expect(during(person(), { operation: READ }, presentOwner)).to.equal(undefined)
    expect(during(system('plugin:desk'), { permission: 'x' }, presentOwner)).to.equal('plugin:desk')
    expect(during(system('plugin:desk'), undefined, presentOwner)).to.equal('plugin:desk')
    expect(presentOwner()).to.equal(undefined)
  })
})
