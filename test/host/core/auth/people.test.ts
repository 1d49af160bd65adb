import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startAuth } from './start-auth.ts'

describe('People', () => {
  eachDatabase((target) => {
    it('are created with roles, attributes and preferences, and wait for their invitation', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const values = {
        name: ' Ada ',
        email: ' Ada@Example.com',
        roles: ['viewer'],
        attributes: { location_id: ['1', '2'] },
        locale: 'de-at',
        time_zone: 'Europe/Vienna',
        formats: { hour_cycle: 'h23' as const },
      }
      const created = await auth.users.create(values, { by })
      const expected = {
        ...values,
        name: 'Ada',
        email: 'ada@example.com',
        locale: 'de-AT',
        state: 'invited',
        kind: 'person',
      }
      expect(created).to.deep.include(expected)
      expect(await auth.users.get(created.id)).to.deep.equal(created)
      expect((await auth.users.list()).map(({ name }) => name)).to.deep.equal(['Ada', 'Operator'])
    })

    it('are refused at the field if a value cannot be right', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      await auth.users.create({ name: 'Ada', email: 'ada@example.com' }, { by })
      const fieldOf = async (values: object) => {
        const error = await rejection(auth.users.create({ name: 'Ben', ...values }, { by }))
        expect(error).to.include({ code: 'validation_failed', status: 422 })
        return Object.keys((error as unknown as { options: { errors: object } }).options.errors)[0]
      }
      expect(await fieldOf({ name: ' ' })).to.equal('name')
      expect(await fieldOf({ email: 'ADA@example.com' })).to.equal('email')
      expect(await fieldOf({ email: 'ada' })).to.equal('email')
      expect(await fieldOf({ kind: 'service', email: 'robot@example.com' })).to.equal('email')
      expect(await fieldOf({ roles: ['viewer', 'unknown'] })).to.equal('roles')
      expect(await fieldOf({ permissions: ['no permission'] })).to.equal('permissions.0')
      expect(await fieldOf({ locale: 'xx_yy' })).to.equal('locale')
      expect(await fieldOf({ time_zone: 'Europe/Atlantis' })).to.equal('time_zone')
    })

    it('lose their roles, and get others, at the next request', async () => {
      const { auth, operator, person } = await startAuth(target)
      const ada = await person({ roles: ['viewer'] })
      const by = await operator()
      await auth.users.update(ada.id, { roles: ['editor'] }, { by })
      expect((await auth.renew(ada))?.can('clients.records.update')).to.equal(true)
      await auth.users.update(ada.id, { roles: [], permissions: ['booking.*'] }, { by })
      const renewed = await auth.renew(ada)
      expect(renewed?.can('clients.records.view')).to.equal(false)
      expect(renewed?.can('booking.bookings.view')).to.equal(true)
    })

    it('are signed out when they are disabled, and stay so when they are enabled again', async () => {
      const { auth, operator, person } = await startAuth(target)
      const ada = await person()
      const by = await operator()
      expect(await auth.users.update(ada.id, { disabled: true }, { by })).to.include({ state: 'disabled' })
      expect(await auth.renew(ada)).to.equal(undefined)
      expect(await auth.users.update(ada.id, { disabled: false }, { by })).to.include({ state: 'active' })
      expect(await auth.renew(ada)).to.equal(undefined)
    })

    it('are deleted with their sessions and tokens', async () => {
      const { auth, operator, person, database } = await startAuth(target)
      const ada = await person({ permissions: ['clients.*'] })
      await auth.tokens.create({ name: 'script', permissions: ['clients.*'] }, { by: ada })
      await auth.users.delete(ada.id, { by: await operator() })
      expect(await auth.renew(ada)).to.equal(undefined)
      expect(await database.knex('platform_tokens')).to.deep.equal([])
      expect(await rejection(auth.users.get(ada.id))).to.include({ code: 'record_not_found' })
    })

    it('grant nothing that they do not hold', async () => {
      const { auth, person } = await startAuth(target)
      const by = await person({ roles: ['viewer'], permissions: ['platform.users.*'] })
      const messageOf = async (values: object) =>
        (await rejection(auth.users.create({ name: 'Ben', ...values }, { by }))).message
      expect(await messageOf({ roles: ['operator'] })).to.include('[*]')
      expect(await messageOf({ roles: ['editor'] })).to.include('[*.*.*]')
      expect(await messageOf({ permissions: ['clients.records.update'] })).to.include('[clients.records.update]')
      const ben = await auth.users.create({ name: 'Ben', roles: ['viewer'] }, { by })
      const attempt = () => auth.users.update(ben.id, { permissions: ['clients.*'] }, { by })
      expect(await rejection(attempt())).to.include({ code: 'permission_denied', status: 403 })
    })

    it('neither change nor delete somebody who may do more', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await person({ permissions: ['platform.users.*'] })
      const { id } = await operator()
      for (const attempt of [
        () => auth.users.update(id, { email: 'mine@example.com' }, { by }),
        () => auth.users.update(id, { roles: [] }, { by }),
        () => auth.users.delete(id, { by }),
      ]) {
        const error = await rejection(attempt())
        expect(error).to.include({ code: 'permission_denied', status: 403 })
        expect(error.message).to.include('[*]')
      }
    })

    it('who are limited to their own values give nobody other ones', async () => {
      const { auth, operator, person } = await startAuth(target)
      const conditions = [{ resource: 'booking_bookings', where: 'location_id=mine' }]
      const values = { name: 'local', permissions: ['booking.*', 'platform.users.*'], conditions }
      const { id } = await auth.roles.create(values, { by: await operator() })
      const by = await person({ roles: [id], attributes: { location_id: ['1'] } })
      const create = (...location_id: string[]) =>
        auth.users.create({ name: 'Ben', roles: [id], attributes: { location_id } }, { by })
      const error = await rejection(create('1', '2'))
      expect(error).to.include({ code: 'permission_denied' })
      expect(error.message).to.include('[2]')
      expect((await create('1')).attributes).to.deep.equal({ location_id: ['1'] })
    })

    it('who are limited to their own records take over nobody to whom other records belong', async () => {
      const { auth, operator, person } = await startAuth(target)
      const make = async (name: string, where: string) => {
        const conditions = [{ resource: 'booking_bookings', where }]
        const permissions = ['booking.*', 'platform.users.*', 'platform.tokens.*']
        return (await auth.roles.create({ name, permissions, conditions }, { by: await operator() })).id
      }
      const [own, local] = [await make('own', 'owner_id=me'), await make('local', 'location_id=mine')]
      for (const role of [own, local]) {
        const by = await person({ roles: [role], attributes: { location_id: ['1'] } })
        const ben = await person({ name: 'Ben', roles: [role], attributes: { location_id: ['2'] } })
        const values = { name: 'theirs', user_id: ben.id, permissions: ['booking.bookings.view'] }
        const theirs = await auth.tokens.create(values, { by: ben })
        for (const attempt of [
          () => auth.tokens.create(values, { by }),
          () => auth.tokens.revoke(theirs.token.id, { by }),
          () => auth.users.update(ben.id, { email: 'mine@example.com' }, { by }),
          () => auth.users.delete(ben.id, { by }),
        ])
          expect(await rejection(attempt())).to.include({ code: 'permission_denied', status: 403 })
      }
      const by = await person({ roles: [local], attributes: { location_id: ['1'] } })
      const near = await person({ name: 'Cleo', roles: [local], attributes: { location_id: ['1'] } })
      expect((await auth.users.update(near.id, { name: 'Clea' }, { by })).name).to.equal('Clea')
      const far = await person({ name: 'Dan', attributes: { location_id: ['2'] } })
      expect(await rejection(auth.users.update(far.id, { roles: [local] }, { by }))).to.include({ status: 403 })
    })
  })
})

describe('The last operator', () => {
  eachDatabase((target) => {
    it('cannot be disabled, deleted or stripped', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      for (const attempt of [
        () => auth.users.update(by.id, { disabled: true }, { by }),
        () => auth.users.update(by.id, { roles: ['editor'] }, { by }),
        () => auth.users.delete(by.id, { by }),
      ]) {
        expect(await rejection(attempt())).to.include({ code: 'last_operator', status: 409 })
      }
      expect((await auth.renew(by))?.permissions).to.deep.equal(['*'])
    })

    it('is not replaced by somebody who is disabled, limited or a service account', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const conditions = [{ resource: 'clients_records', where: 'owner_id=me' }]
      const limited = await auth.roles.create({ name: 'limited', permissions: ['*'], conditions }, { by })
      await person({ roles: [limited.id] })
      await person({ roles: ['operator'], kind: 'service' }).catch(() => undefined)
      const other = await person({ roles: ['operator'] })
      await auth.users.update(other.id, { disabled: true }, { by })
      expect(await rejection(auth.users.update(by.id, { roles: [] }, { by }))).to.include({ code: 'last_operator' })
    })

    it('may leave once somebody else holds everything', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      await person({ permissions: ['*'] })
      expect(await auth.users.update(by.id, { roles: [] }, { by })).to.deep.include({ roles: [] })
    })

    it('remains when two operators strip each other at the same time', async () => {
      const { auth, operator, person } = await startAuth(target)
      const [one, other] = [await operator(), await person({ roles: ['operator'] })]
      const outcomes = await Promise.allSettled([
        auth.users.update(other.id, { roles: [] }, { by: one }),
        auth.users.update(one.id, { roles: [] }, { by: other }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
    })
  })
})
