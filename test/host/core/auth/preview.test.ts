import { expect } from 'chai'
import { createPreview } from '../../../../host/core/operations/preview.ts'
import { operationMigrations } from '../../../../host/core/operations/index.ts'
import { authMigrations } from '../../../../host/core/auth/index.ts'
import type { Identity } from '../../../../host/core/auth/identity.ts'
import { migrate } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startAuth } from './start-auth.ts'

const LOOK = 'platform.preview.view'

describe('A caller who looks at Atrium as somebody else', () => {
  eachDatabase((target) => {
    it('is renewed as long as it may look and there is somebody to look as', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['editor'], permissions: [LOOK] })
      const ben = await person({ name: 'Ben', roles: ['viewer'] })
      const looking = await auth.preview(ada, `person=${ben.id}`)
      const renewed = await auth.renew(looking)
      expect(renewed).to.include({ id: ben.id, name: 'Ben' })
      expect(renewed?.preview).to.include({ kind: 'person', id: ben.id })
      await auth.users.update(ada.id, { permissions: [] }, { by })
      expect(await auth.renew(looking), 'not allowed to look any more').to.equal(undefined)
      await auth.users.update(ada.id, { permissions: [LOOK] }, { by })
      await auth.users.update(ben.id, { disabled: true }, { by })
      expect(await auth.renew(looking), 'nobody to look as').to.equal(undefined)
      await auth.sessions.endOthers(ada.id, { except: undefined })
      expect(await auth.renew(looking), 'signed out').to.equal(undefined)
    })

    it('is not taken for gone while the database does not answer', async () => {
      const { auth, database } = await startAuth(target, { adminToken: 'configured' })
      const admin = (await auth.authenticate({ authorization: 'Bearer configured' })) as Identity
      const looking = await auth.preview(admin.caller, 'role=viewer')
      await database.knex.schema.renameTable('platform_roles', 'platform_roles_away')
      expect((await rejection(auth.renew(looking))).message).to.contain('platform_roles')
    })

    it('counts as itself where requests are counted', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['viewer'] })
      const looking = await auth.preview(by, `person=${ada.id}`)
      expect(looking.actor_id).to.equal(by.id)
      expect((await auth.renew(looking))?.actor_id).to.equal(by.id)
      expect(ada.actor_id).to.equal(ada.id)
    })

    it('has used the permission to look, which the person who is shown has not', async () => {
      const { auth, operator, person, database } = await startAuth(target)
      await migrate({ database, owner: 'platform', migrations: [...authMigrations, ...operationMigrations] })
      const by = await operator()
      const ada = await person({ roles: ['viewer'] })
      const preview = createPreview({ auth, database })
      const { caller } = await preview({ caller: by, by: 'cookie' }, `person=${ada.id}`, { id: 'r1' })
      expect(caller).to.include({ id: ada.id })
      const uses = (await auth.grantUse.list()).map(({ user_id, permission }) => [user_id, permission])
      expect(uses).to.deep.equal([[by.id, LOOK]])
    })
  })
})
