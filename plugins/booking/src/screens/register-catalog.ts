import type { ColumnFactory, EntryFactory, FieldFactory, RelationBuilder, ResourceRegistry } from '@atrium/sdk'
import { Location, Offer, Service, Specialist } from '../catalog/catalog-records.ts'
import { WeeklyHours } from '../hours/hours-records.ts'
import { declare, GROUP, LOCATIONS, SERVICES, SPECIALISTS } from './declare.ts'

/** The screens of specialists, services, offers and locations. */
export function registerCatalog(registry: ResourceRegistry) {
  registerSpecialists(registry)
  registerServices(registry)
  registerOffers(registry)
  registerLocations(registry)
}

function registerSpecialists(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Specialist)
      .id('specialists')
      .title('Specialists')
      .icon('users')
      .module_path('specialists')
      .record_title_attribute('name')
      .nav_group(GROUP, 40)
      .table((table) =>
        table
          .columns(specialistColumns)
          .filters((filter) => [filter.ternary('active'), filter.text('zone')])
          .default_sort('name')
          .create(),
      )
      .form((form) => form.fields(specialistFields))
      .infolist((infolist) => infolist.entries(specialistEntries))
      .relation(servicesOffered)
      .relation(weeklyHours),
  )
}

const specialistColumns = (column: ColumnFactory<Specialist>) => [
  column.text('name'),
  column.relation('location_id', LOCATIONS, 'name'),
  column.text('zone'),
  column.text('email').hidden(),
  column.boolean('active'),
]

const specialistFields = (field: FieldFactory<Specialist>) => [
  field.grid(2, [field.text('name'), field.text('email')]),
  field.grid(2, [field.relation('location_id', LOCATIONS, 'name'), field.zone('zone')]),
  field.toggle('active'),
]

const specialistEntries = (entry: EntryFactory<Specialist>) => [
  entry.grid(3, [
    entry.text('name'),
    entry.text('email'),
    entry.relation('location_id', LOCATIONS, 'name'),
    entry.text('zone'),
    entry.boolean('active'),
    entry.datetime('created_at'),
  ]),
]

const servicesOffered = (relation: RelationBuilder) =>
  relation
    .id('services-offered')
    .title('Services')
    .record(Offer)
    .list_path('/offers?specialist_id={id}')
    .table((table) => table.columns((column) => [column.relation('service_id', SERVICES, 'name')]))

const weeklyHours = (relation: RelationBuilder) =>
  relation
    .id('weekly-hours')
    .title('Weekly hours')
    .record(WeeklyHours)
    .list_path('/hours?specialist_id={id}')
    .table((table) =>
      table.columns((column) => [
        column.text('rrule'),
        column.text('opens').label('Opens (local time)'),
        column.text('closes').label('Closes (local time)'),
        column.date('starts_on'),
        column.date('ends_on'),
      ]),
    )

function registerServices(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Service)
      .id('services')
      .title('Services')
      .icon('list')
      .module_path('services')
      .record_title_attribute('name')
      .nav_group(GROUP, 50)
      .table((table) =>
        table
          .columns(serviceColumns)
          .filters((filter) => [filter.ternary('active'), filter.number_range('price')])
          .default_sort('name')
          .create(),
      )
      .form((form) => form.fields(serviceFields))
      .infolist()
      .relation(specialistsOffering),
  )
}

const serviceColumns = (column: ColumnFactory<Service>) => [
  column.text('name'),
  column.number('duration'),
  column.money('price'),
  column.number('capacity'),
  column.boolean('active'),
]

const serviceFields = (field: FieldFactory<Service>) => [
  field.section('Service', [field.grid(2, [field.text('name'), field.money('price')]), field.textarea('description')]),
  field.section('Duration and buffers', [
    field.grid(2, [
      field.number('duration'),
      field.number('step'),
      field.number('buffer_before'),
      field.number('buffer_after'),
    ]),
  ]),
  field.section('Availability', [field.grid(2, [field.number('capacity'), field.toggle('active')])]),
]

const specialistsOffering = (relation: RelationBuilder) =>
  relation
    .id('specialists-offering')
    .title('Specialists')
    .record(Offer)
    .list_path('/offers?service_id={id}')
    .table((table) => table.columns((column) => [column.relation('specialist_id', SPECIALISTS, 'name')]))

function registerOffers(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Offer)
      .id('offers')
      .title('Offers')
      .description('Which specialist provides which service.')
      .icon('tag')
      .module_path('offers')
      .record_title_attribute('id')
      .record_subtitle('specialist_id', 'service_id')
      .nav_group(GROUP, 60)
      .table((table) =>
        table
          .columns((column) => [
            column.relation('specialist_id', SPECIALISTS, 'name'),
            column.relation('service_id', SERVICES, 'name'),
          ])
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.grid(2, [
            field.relation('specialist_id', SPECIALISTS, 'name').choices_path(`${SPECIALISTS}?active=true`),
            field.relation('service_id', SERVICES, 'name').choices_path(`${SERVICES}?active=true`),
          ]),
        ]),
      ),
  )
}

function registerLocations(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Location)
      .id('locations')
      .title('Locations')
      .icon('building')
      .module_path('locations')
      .record_title_attribute('name')
      .nav_group(GROUP, 70)
      .table((table) =>
        table
          .columns((column) => [column.text('name'), column.text('zone'), column.text('address').wrap()])
          .default_sort('name')
          .create(),
      )
      .form()
      .infolist(),
  )
}
