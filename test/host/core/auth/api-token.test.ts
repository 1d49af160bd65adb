import { expect } from 'chai'
import type { Identity, Principal } from '../../../../host/core/auth/identity.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { startAuth, type TestAuth } from './start-auth.ts'

const DAY = 86_400_000
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** The error of an attempt to use the token. */
const refusal = ({ auth }: Pick<TestAuth, 'auth'>, secret: string) =>
  rejection((async () => auth.authenticate(bearer(secret)))())

function expectInvalid(error: Error): void {
  expect(error).to.include({ code: 'unauthenticated', status: 401 })
  expect(error).to.have.nested.property('options.headers.WWW-Authenticate', 'Bearer error="invalid_token"')
}

describe('An API token', () => {
  eachDatabase((target) => {
    it('acts for its owner, within its own permissions', async () => {
      const { auth, person } = await startAuth(target)
      const ada = await person({ roles: ['viewer'] })
      const { secret } = await auth.tokens.create({ name: 'export', permissions: ['clients.*.view'] }, { by: ada })
      const { caller, by } = (await auth.authenticate(bearer(secret))) as Identity
      expect(by).to.equal('bearer')
      expect(caller).to.include({ id: ada.id, kind: 'token', name: 'Ada (export)' })
      expect(caller.can('clients.records.view')).to.equal(true)
      expect(caller.can('booking.bookings.view')).to.equal(false)
    })

    it('is then found without a query', async () => {
      const { auth, person } = await startAuth(target)
      const ada = await person({ roles: ['viewer'] })
      const { secret } = await auth.tokens.create({ name: 'export', permissions: ['clients.*.view'] }, { by: ada })
      // What was read a while ago is looked up again, so a slow machine needs several tries.
      await until('a use that waits for nothing', async () => {
        const identity = await auth.authenticate(bearer(secret))
        const again = auth.authenticate(bearer(secret))
        await again
        return again === identity
      })
    })

    it('is shown once and stored as a hash', async () => {
      const { auth, operator, database } = await startAuth(target)
      const by = await operator()
      const { token, secret } = await auth.tokens.create({ name: 'all', permissions: ['*'] }, { by })
      expect(secret).to.match(/^atr_[\w-]{49}$/)
      expect(JSON.stringify([await database.knex('platform_tokens'), token, await auth.tokens.list()])).to.not.include(
        secret,
      )
    })

    it('follows its owner at once: what they lose, it loses', async () => {
      const { auth, operator, person } = await startAuth(target)
      const ada = await person({ roles: ['editor'] })
      const { secret } = await auth.tokens.create({ name: 't', permissions: ['clients.*.update'] }, { by: ada })
      const can = async () => (await auth.authenticate(bearer(secret)))?.caller.can('clients.records.update')
      expect(await can()).to.equal(true)
      const by = await operator()
      await auth.users.update(ada.id, { roles: ['viewer'] }, { by })
      expect(await can()).to.equal(false)
      await auth.users.update(ada.id, { roles: ['operator'] }, { by })
      expect(await can()).to.equal(true)
      await auth.users.update(ada.id, { disabled: true }, { by })
      expectInvalid(await refusal({ auth }, secret))
    })

    it('ends long-running answers as soon as it expires', async () => {
      const { auth, operator, clock } = await startAuth(target)
      const expires_at = new Date(clock.now + 300).toISOString()
      const by = await operator()
      const { secret } = await auth.tokens.create({ name: 'short', permissions: ['*'], expires_at }, { by })
      const identity = await auth.authenticate(bearer(secret))
      const heard: (Principal | undefined)[] = []
      const undo = auth.follow(identity?.caller as Principal, (caller) => heard.push(caller))
      clock.now += 300
      await until('its end', () => heard.length > 0)
      undo()
      expect(heard).to.deep.equal([undefined])
    })

    it('is refused when it has expired or was revoked', async () => {
      const { auth, operator, clock } = await startAuth(target)
      const by = await operator()
      const expires_at = new Date(clock.now + DAY).toISOString()
      const { secret, token } = await auth.tokens.create({ name: 'short', permissions: ['*'], expires_at }, { by })
      await auth.authenticate(bearer(secret))
      clock.now += DAY
      expectInvalid(await refusal({ auth }, secret))
      expect(await auth.tokens.get(token.id)).to.include({ state: 'expired' })
      const other = await auth.tokens.create({ name: 'long', permissions: ['*'] }, { by })
      await auth.authenticate(bearer(other.secret))
      expect(await auth.tokens.revoke(other.token.id, { by })).to.include({ state: 'revoked' })
      expectInvalid(await refusal({ auth }, other.secret))
    })

    it('that is mistyped or made up is refused without a query', async () => {
      const { auth, operator, database } = await startAuth(target)
      const { secret } = await auth.tokens.create({ name: 'x', permissions: ['*'] }, { by: await operator() })
      const swapped = secret.slice(0, 10) + (secret[10] === 'A' ? 'B' : 'A') + secret.slice(11)
      let queries = 0
      const count = ({ sql }: { sql: string }) => void (queries += sql.includes('platform_tokens') ? 1 : 0)
      database.reader.on('query', count)
      for (const wrong of [
        swapped,
        secret.slice(0, -1),
        `${secret}x`,
        secret.toUpperCase(),
        'atr_',
        `atr_${'A'.repeat(49)}`,
      ]) {
        expectInvalid(await refusal({ auth }, wrong))
      }
      database.reader.removeListener('query', count)
      expect(queries).to.equal(0)
    })

    it('of another installation is refused', async () => {
      const { auth } = await startAuth(target)
      const other = await startAuth(target)
      const { secret } = await other.auth.tokens.create(
        { name: 'x', permissions: ['*'] },
        { by: await other.operator() },
      )
      expectInvalid(await refusal({ auth }, secret))
    })

    it('records its last use at most once a minute', async () => {
      const { auth, operator, clock } = await startAuth(target)
      const { secret, token } = await auth.tokens.create({ name: 'x', permissions: ['*'] }, { by: await operator() })
      const lastUse = async () => {
        await auth.authenticate(bearer(secret))
        await auth.close()
        return Date.parse((await auth.tokens.get(token.id)).last_used_at ?? '')
      }
      const start = clock.now
      expect(await lastUse()).to.equal(start)
      clock.now += 59_999
      expect(await lastUse()).to.equal(start)
      clock.now += 1
      expect(await lastUse()).to.equal(start + 60_000)
    })

    it('never has more than its owner or its creator holds', async () => {
      const { auth, operator, person } = await startAuth(target)
      const ada = await person({ roles: ['viewer'], permissions: ['platform.tokens.*'] })
      const messageOf = async (values: { permissions: string[]; user_id?: string }) => {
        const error = await rejection(auth.tokens.create({ name: 'more', ...values }, { by: ada }))
        expect(error).to.include({ code: 'permission_denied', status: 403 })
        return error.message
      }
      expect(await messageOf({ permissions: ['*'] })).to.include('[*]')
      expect(await messageOf({ permissions: ['clients.records.update'] })).to.include('[clients.records.update]')
      const { id } = await operator()
      expect(await messageOf({ permissions: ['clients.*.view'], user_id: id })).to.include('[*]')
      const own = await auth.tokens.create(
        { name: 'own', permissions: ['clients.*.view', 'platform.tokens.*'] },
        { by: ada },
      )
      const { caller } = (await auth.authenticate(bearer(own.secret))) as Identity
      const wider = auth.tokens.create({ name: 'wider', permissions: ['booking.*.view'] }, { by: caller })
      expect((await rejection(wider)).message).to.include('[booking.*.view]')
    })

    it('is listed for its owner or for all, with what became of it', async () => {
      const { auth, operator, person, clock } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['viewer'] })
      const make = async (name: string, creator: typeof by, expires_at?: string) =>
        (
          await auth.tokens.create(
            { name, permissions: ['clients.*.view'], ...(expires_at && { expires_at }) },
            { by: creator },
          )
        ).token
      await make('lasting', ada)
      await make('short', ada, new Date(clock.now + DAY).toISOString())
      const { id } = await make('theirs', by)
      expect((await auth.tokens.list()).map(({ state }) => state)).to.deep.equal(['active', 'active', 'active'])
      await auth.tokens.revoke(id, { by })
      clock.now += 2 * DAY
      const listed = async (of?: { user_id: string }) =>
        (await auth.tokens.list(of)).map(({ name, state }) => `${name} ${state}`).sort()
      expect(await listed()).to.deep.equal(['lasting active', 'short expired', 'theirs revoked'])
      expect(await listed({ user_id: ada.id })).to.deep.equal(['lasting active', 'short expired'])
      expect(await rejection(auth.tokens.get('gone'))).to.include({ code: 'record_not_found', status: 404 })
    })

    it('is revoked by its owner, or by somebody with no less than its owner', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['viewer'], permissions: ['platform.tokens.*'] })
      const ben = await person({ name: 'Ben', roles: ['viewer'], permissions: ['platform.tokens.*'] })
      const make = (creator: typeof by) =>
        auth.tokens.create({ name: 'x', permissions: ['clients.*.view'] }, { by: creator })
      const [theirs, own, others] = [(await make(by)).token, (await make(ada)).token, (await make(ada)).token]
      expect((await rejection(auth.tokens.revoke(theirs.id, { by: ada }))).message).to.include('[Operator]')
      expect((await rejection(auth.tokens.delete(theirs.id, { by: ada }))).message).to.include('[Operator]')
      expect((await auth.tokens.get(theirs.id)).state).to.equal('active')
      const seen: string[] = []
      const check = ({ name, state }: { name: string; state: string }) => void seen.push(`${name} ${state}`)
      expect(await auth.tokens.revoke(own.id, { by: ada, check })).to.include({ state: 'revoked' })
      expect((await auth.tokens.revoke(others.id, { by: ben })).revoked_at).to.be.a('string')
      expect(seen).to.deep.equal(['x active'])
    })

    it('is gone once it is deleted', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const { secret, token } = await auth.tokens.create({ name: 'x', permissions: ['*'] }, { by })
      expect(await auth.tokens.delete(token.id, { by })).to.include({ id: token.id })
      expectInvalid(await refusal({ auth }, secret))
      expect(await auth.tokens.list()).to.deep.equal([])
    })

    it('may be made of a role with a condition, whatever other roles its owner has', async () => {
      const { auth, operator, person } = await startAuth(target)
      const conditions = [{ resource: 'clients_clients', where: 'owner_id=me' }]
      const values = { name: 'own', label: 'Own', permissions: ['clients.clients.*'], conditions }
      const own = await auth.roles.create(values, { by: await operator() })
      const other = await auth.roles.create(
        { name: 'desk', label: 'Desk', permissions: ['desk.*'] },
        { by: await operator() },
      )
      const ada = await person({ roles: [own.id, other.id] })
      const { token } = await auth.tokens.create({ name: 'x', permissions: ['clients.clients.view'] }, { by: ada })
      expect(token.state).to.equal('active')
    })

    it('records no use that is earlier than the one that is known', async () => {
      const { auth, operator, clock } = await startAuth(target)
      const { id } = (await auth.tokens.create({ name: 'x', permissions: ['*'] }, { by: await operator() })).token
      const use = async (lastSeenAt: number) => {
        await auth.tokens.touch({ id, lastSeenAt })
        return Date.parse((await auth.tokens.get(id)).last_used_at ?? '')
      }
      expect(await use(clock.now)).to.equal(clock.now)
      expect(await use(clock.now - DAY)).to.equal(clock.now)
      expect(await use(clock.now + DAY)).to.equal(clock.now + DAY)
    })

    it('belongs to a service account, which cannot sign in', async () => {
      const { auth, operator, send } = await startAuth(target)
      const by = await operator()
      const robot = await auth.users.create({ name: 'Robot', kind: 'service', roles: ['viewer'] }, { by })
      const values = { name: 'ci', user_id: robot.id, permissions: ['clients.*.view'] }
      const { secret } = await auth.tokens.create(values, { by })
      expect((await auth.authenticate(bearer(secret)))?.caller).to.include({ id: robot.id, name: 'Robot (ci)' })
      expect((await send('GET', '/me', { headers: bearer(secret) })).body).to.include({
        kind: 'token',
        name: 'Robot (ci)',
      })
    })

    it('gets tickets for a WebSocket, which end with it', async () => {
      const { auth, operator, send } = await startAuth(target)
      const by = await operator()
      const { secret, token } = await auth.tokens.create({ name: 'ws', permissions: ['clients.*'] }, { by })
      const ticket = async () => (await send('POST', '/tickets', { headers: bearer(secret) })).body.ticket as string
      const [first, second] = [await ticket(), await ticket()]
      expect((await auth.redeemTicket(first))?.caller).to.include({ name: 'Operator (ws)' })
      await auth.tokens.revoke(token.id, { by })
      expect(await auth.redeemTicket(second)).to.equal(undefined)
    })

    it('is refused at the field if a value cannot be right', async () => {
      const { auth, operator } = await startAuth(target, { adminToken: 'preset' })
      const by = await operator()
      const fieldOf = async (values: object, creator = by) => {
        const error = await rejection(auth.tokens.create({ name: 'x', permissions: ['*'], ...values }, { by: creator }))
        expect(error).to.include({ code: 'validation_failed' })
        return Object.keys((error as unknown as { options: { errors: object } }).options.errors)[0]
      }
      expect(await fieldOf({ name: ' ' })).to.equal('name')
      expect(await fieldOf({ permissions: [] })).to.equal('permissions')
      expect(await fieldOf({ permissions: ['a b'] })).to.equal('permissions.0')
      expect(await fieldOf({ expires_at: '2020-01-01T00:00:00Z' })).to.equal('expires_at')
      expect(await fieldOf({ user_id: 'nobody' })).to.equal('user_id')
      const admin = (await auth.authenticate(bearer('preset'))) as Identity
      expect(await fieldOf({}, admin.caller)).to.equal('user_id')
    })
  })
})
