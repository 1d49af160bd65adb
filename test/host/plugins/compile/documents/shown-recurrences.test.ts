import { register_resource, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { link } from '../../../../helpers/link.ts'

const Item = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  rule: Type.String({ format: 'rrule' }),
})

describe('A recurrence rule', () => {
  it('is marked as such in columns, entries, the history and forms if the record schema has its format, and nowhere else', () => {
    const { dashboards, forms } = link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource.record(Item).id('items').title('Items').api_base('/api/v1/shop').infolist().form(),
        ),
    })
    const formats = [...JSON.stringify(dashboards).matchAll(/"name":"(\w+)"[^{}]*"format":"rrule"/g)]
    expect(formats.map(([, name]) => name)).to.deep.equal(['rule', 'rule', 'rule'])
    expect(forms[0]?.schema.properties).to.deep.include({ rule: { type: 'string', format: 'rrule' } })
  })
})
