import type { ImportResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { type MortalHosts, startMortalHosts } from '../helpers/mortal-hosts.ts'

const ITEMS = '/api/v1/template/items'
const RECORDS = 600

describe('A host that is killed while it imports records', () => {
  before('build it', () => buildPackages(root))

  it('has imported all of them or none, and imports none twice when it is asked again', async () => {
    const hosts = await startMortalHosts({ count: 1, environment: {} })
    try {
      const records = Array.from({ length: RECORDS }, (_, at) => ({ name: `Item ${at}`, price: at }))
      const send = () =>
        hosts.request(`${ITEMS}/import`, { method: 'POST', json: { records }, headers: { 'idempotency-key': 'once' } })
      // Once in the middle of its work, and once when it may just have ended.
      for (const delay of [40, 400]) {
        const first = send().catch(() => undefined)
        await pause(delay)
        await hosts.kill()
        await first
        expect(await count(hosts)).to.be.oneOf([0, RECORDS])
      }
      const again = (await (await send()).json()) as ImportResult
      expect(again).to.include({ saved: true, created: RECORDS })
      expect(await (await send()).json()).to.deep.equal(again)
      expect(await count(hosts)).to.equal(RECORDS)
    } finally {
      await hosts.end()
    }
  })
})

const count = async (hosts: MortalHosts) =>
  Number((await hosts.request(`${ITEMS}?_limit=1`)).headers.get('x-total-count'))
