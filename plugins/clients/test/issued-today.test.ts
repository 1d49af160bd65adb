import { expect } from 'chai'
import { openPractice } from './open-practice.ts'
import { fileForm, PNG } from './suites/files.ts'

/** It is never the day of UTC in both at once: one is 11 hours behind, the other 14 ahead. */
const ZONES = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

describe('A document without a date of issue', () => {
  for (const zone of ZONES)
    it(`was issued today in the time zone of the practice: ${zone}`, async () => {
      const practice = await openPractice({ settings: { clients: { zone } } })
      try {
        const { id } = await practice.client()
        const json = { title: 'Consent' }
        const type_id = (await practice.ask<{ id: number }>('POST', '/document-types', { json })).body.id
        const path = `/api/v1/clients/clients/${id}/documents`
        const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
        const before = today()
        const response = await practice.host.request(path, { method: 'POST', body: fileForm(PNG, { type_id }) })
        const { issued_on } = (await response.json()) as { issued_on: string }
        expect(issued_on).to.be.oneOf([before, today()])
      } finally {
        await practice.host.close()
      }
    })
})
