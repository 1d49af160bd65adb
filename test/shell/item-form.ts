import type { FormDefinition } from '@atrium/sdk/documents'

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 80 },
  status: { enum: ['draft', 'active', 'retired'], default: 'draft' },
  price: { type: 'integer', minimum: 100 },
  email: { type: 'string', format: 'email' },
  notes: { type: ['string', 'null'], maxLength: 20 },
  gift: { type: 'boolean' },
  card: { type: 'string', maxLength: 10 },
  sku: { type: 'string', pattern: '^[A-Z]+$' },
}

/** A form with one field of each sort that the rules of forms treat differently. */
export function itemForm(method: FormDefinition['submit']['method'], required: string[] = []): FormDefinition {
  return {
    id: 'items-create-1',
    resource_id: 'items',
    operation: method === 'POST' ? 'create' : 'edit',
    submit: { method, path: '/api/v1/template/items' },
    revision: 'abcdef0123456789',
    schema: { type: 'object', properties, required, additionalProperties: false },
    fields: {
      name: { kind: 'text', label: 'Name' },
      status: { kind: 'select', label: 'Status', options: [] },
      price: { kind: 'money', label: 'Price', currency: 'EUR' },
      email: { kind: 'text', label: 'E-mail' },
      notes: { kind: 'textarea', label: 'Notes', visible_when: { field: 'status', schema: { enum: ['active'] } } },
      gift: { kind: 'toggle', label: 'Gift' },
      card: {
        kind: 'text',
        label: 'Card',
        visible_when: { field: 'gift', schema: { const: true } },
        required_when: { field: 'gift', schema: { const: true } },
      },
      sku: { kind: 'text', label: 'SKU', disabled_when: { field: 'status', schema: { const: 'retired' } } },
    },
    layout: [],
  }
}
