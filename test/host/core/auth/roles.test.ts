import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startAuth } from './start-auth.ts'

describe('The roles', () => {
  eachDatabase((target) => {
    it('are operator, editor and viewer at the first start', async () => {
      const { auth } = await startAuth(target)
      const roles = await auth.roles.list()
      expect(roles.map(({ name, built_in }) => [name, built_in])).to.deep.equal([
        ['editor', true],
        ['operator', true],
        ['viewer', true],
      ])
    })

    it('of the platform see and change plugins, but not the platform itself', async () => {
      const { person } = await startAuth(target)
      const viewer = await person({ roles: ['viewer'] })
      expect(viewer.can('clients.records.view')).to.equal(true)
      expect(viewer.can('clients.records.update')).to.equal(false)
      expect(viewer.can('platform.shell.view')).to.equal(true)
      expect(viewer.can('platform.users.view')).to.equal(false)
      const editor = await person({ roles: ['editor'] })
      expect(editor.can('booking.bookings.confirm')).to.equal(true)
      expect(editor.can('platform.roles.update')).to.equal(false)
    })

    it('are created, changed and deleted', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const conditions = [{ resource: 'booking_bookings', where: 'location_id=mine' }]
      const created = await auth.roles.create({ name: 'front-desk', permissions: ['booking.*'], conditions }, { by })
      expect(created).to.deep.include({
        name: 'front-desk',
        label: 'front-desk',
        built_in: false,
        conditions,
        version: 1,
      })
      const changed = await auth.roles.update(created.id, { label: 'Front desk', conditions: [] }, { by })
      expect(changed).to.deep.include({ label: 'Front desk', conditions: [], permissions: ['booking.*'], version: 2 })
      expect(await auth.roles.get(created.id)).to.deep.equal(changed)
      await auth.roles.delete(created.id, { by })
      expect(await rejection(auth.roles.get(created.id))).to.include({ code: 'record_not_found', status: 404 })
    })

    it('are read with what they grant now, however often they were read before', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const granting = async () => (await auth.roles.granting()).find(({ name }) => name.startsWith('front'))
      const conditions = [{ resource: 'booking_bookings', where: 'location_id=mine' }]
      const { id } = await auth.roles.create({ name: 'front', permissions: ['booking.*'], conditions }, { by })
      const grants = { id, name: 'front', label: 'front', permissions: ['booking.*'], conditions, fields: [] }
      for (let time = 0; time < 2; time += 1) expect(await granting()).to.deep.equal(grants)
      const changes = [
        { name: 'front-desk' },
        { label: 'Front desk' },
        { permissions: ['clients.*'] },
        { conditions: [] },
        { fields: [{ resource: 'clients_clients', hidden: ['phone'] }] },
      ]
      for (const change of changes) {
        await auth.roles.update(id, change, { by })
        expect(await granting()).to.deep.include(change)
      }
      await auth.roles.delete(id, { by })
      expect(await granting()).to.equal(undefined)
    })

    it('keep permissions of plugins that are not there', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const { id } = await auth.roles.create({ name: 'absent', permissions: ['gone.things.view'] }, { by })
      await auth.roles.update(id, { label: 'Still there' }, { by })
      expect((await auth.roles.get(id)).permissions).to.deep.equal(['gone.things.view'])
    })

    it('are not deleted while people hold them; the answer says how many', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const { id } = await auth.roles.create({ name: 'clerk', permissions: ['clients.*'] }, { by })
      await person({ roles: [id] })
      await person({ roles: [id], name: 'Ben' })
      const refused = await rejection(auth.roles.delete(id, { by }))
      expect(refused).to.include({ code: 'role_in_use', status: 409 })
      expect(refused.message).to.include('2 people hold the role [clerk]')
    })

    it('deleted and given to somebody at the same time are either held or gone', async () => {
      const { auth, operator, person } = await startAuth(target)
      const [by, ada] = [await operator(), await person({ roles: [] })]
      for (const isGivenFirst of [true, false]) {
        const { id } = await auth.roles.create({ name: 'clerk', permissions: ['clients.*'] }, { by })
        const work = [() => auth.users.update(ada.id, { roles: [id] }, { by }), () => auth.roles.delete(id, { by })]
        const outcomes = await Promise.allSettled((isGivenFirst ? work : work.reverse()).map(async (run) => run()))
        expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
        const { roles } = await auth.users.get(ada.id)
        expect((await auth.roles.list()).some((role) => role.id === id)).to.equal(roles.includes(id))
        await auth.users.update(ada.id, { roles: [] }, { by })
        if (roles.includes(id)) await auth.roles.delete(id, { by })
      }
    })

    it('have at most 50 conditions on the same records, and people 500 values that these may mean', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const create = (count: number) => {
        const conditions = Array.from({ length: count }, (_, at) => ({ resource: 'clients', where: `id_ne=${at}` }))
        return auth.roles.create({ name: `limited-${count}`, permissions: ['clients.*'], conditions }, { by })
      }
      expect((await create(50)).conditions).to.have.length(50)
      const refused = await rejection(create(51))
      expect(refused).to.include({ code: 'validation_failed', status: 422 })
      expect(refused.message).to.include('at most 50 conditions on the records of [clients]')
      const attributes = { owner: Array.from({ length: 501 }, String) }
      expect((await rejection(auth.users.create({ name: 'Ada', attributes }, { by }))).message).to.include(
        'At most 500 values of [owner]',
      )
    })

    it('that are built in are neither renamed, limited nor deleted', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const attempts = [
        () => auth.roles.update('viewer', { name: 'reader' }, { by }),
        () => auth.roles.update('operator', { permissions: ['clients.*'] }, { by }),
        () => auth.roles.delete('editor', { by }),
      ]
      for (const attempt of attempts) {
        expect(await rejection(attempt())).to.include({ code: 'role_built_in', status: 409 })
      }
    })

    it('grant nothing that their author does not hold', async () => {
      const { auth, operator, person } = await startAuth(target)
      const limited = {
        permissions: ['clients.*'],
        conditions: [{ resource: 'clients_records', where: 'owner_id=me' }],
      }
      const own = await auth.roles.create({ name: 'own-clients', ...limited }, { by: await operator() })
      const by = await person({ roles: [own.id], permissions: ['booking.*', 'platform.roles.*'] })
      const refusalOf = async (permissions: string[], more = {}) =>
        (await rejection(auth.roles.create({ name: 'more', permissions, ...more }, { by }))).message
      expect(await refusalOf(['*'])).to.include('[*]')
      expect(await refusalOf(['booking.bookings.view', 'files.files.view'])).to.include('[files.files.view]')
      expect(await refusalOf(['clients.records.view'])).to.include('[clients.records.view]')
      const created = await auth.roles.create({ name: 'as-limited', ...limited }, { by })
      expect(await rejection(auth.roles.update(created.id, { conditions: [] }, { by }))).to.include({ status: 403 })
      expect(await auth.roles.update(created.id, { label: 'As limited' }, { by })).to.include({ label: 'As limited' })
    })

    it('are refused at the field if nobody could mean them', async () => {
      const { auth, operator } = await startAuth(target)
      const by = await operator()
      const values = { name: 'fine', permissions: ['clients.*'] }
      const fieldOf = async (wrong: object) => {
        const error = await rejection(auth.roles.create({ ...values, ...wrong }, { by }))
        expect(error).to.include({ code: 'validation_failed' })
        return Object.keys((error as unknown as { options: { errors: object } }).options.errors)[0]
      }
      expect(await fieldOf({ name: 'Front desk' })).to.equal('name')
      expect(await fieldOf({ name: 'viewer' })).to.equal('name')
      expect(await fieldOf({ permissions: ['clients.*', 'clients..view'] })).to.equal('permissions.1')
      expect(await fieldOf({ conditions: [{ resource: 'a', where: '_sort=x' }] })).to.equal('conditions.0')
      expect(await fieldOf({ conditions: [{ resource: 'a', where: '' }] })).to.equal('conditions.0')
    })
  })
})
