import type { Filter, TableWidget } from '@atrium/sdk/documents'

/** The filters of the lists in these tests, one of each kind. */
export const filters: Filter[] = [
  { kind: 'text', name: 'name', label: 'Name', comparisons: ['eq', 'ne', 'null'] },
  {
    kind: 'select',
    name: 'status',
    label: 'Status',
    comparisons: ['ne'],
    multiple: true,
    options: [
      { value: 'draft', label: 'Draft' },
      { value: 'active', label: 'Active' },
    ],
  },
  { kind: 'ternary', name: 'gift', label: 'Gift' },
  { kind: 'number_range', name: 'price', label: 'Price', currency: 'EUR' },
  { kind: 'date_range', name: 'due_on', label: 'Due', time: false },
  { kind: 'date_range', name: 'created_at', label: 'Created', time: true },
  { kind: 'is_null', name: 'shipped_at', label: 'Shipped' },
  {
    kind: 'relation',
    name: 'client_id',
    label: 'Client',
    relation: { list_path: '/api/v1/clients/clients', title_attribute: 'name' },
  },
]

/** A list of items, newest first. */
export const widget: TableWidget = {
  kind: 'table',
  id: 'items-table',
  list_path: '/api/v1/template/items',
  record_title_attribute: 'name',
  columns: [{ kind: 'text', name: 'name', label: 'Name', sortable: true }],
  filters,
  searchable: true,
  default_sort: { field: 'created_at', order: 'desc' },
  page_size: 25,
  exportable: true,
  actions: [],
  empty: { title: 'No items yet' },
}
