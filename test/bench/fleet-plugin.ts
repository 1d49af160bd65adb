import type { PluginFiles } from '../helpers/plugin-directory.ts'

/** The file that holds the title of the screen of the plugin `fleet`. */
export const LABELS = 'src/labels.ts'
export const labels = (title: string) => `export const title = '${title}'\n`

/** A plugin of ten source files with two resources, which a save builds and publishes again. */
export const fleetFiles: PluginFiles = {
  [LABELS]: labels('Vehicles'),
  'src/index.ts': `
export { register_resources } from './resources.ts'
export { register_routes } from './routes.ts'
export { register_mcp_tools } from './tools.ts'
`,
  'src/vehicle.ts': `
import { money, Type } from '@atrium/sdk'
import { statuses } from './statuses.ts'

export const Vehicle = Type.Object({
  id: Type.Integer({ readOnly: true }),
  plate: Type.String({ minLength: 1, maxLength: 12 }),
  status: Type.Enum([...statuses], { default: 'parked' }),
  price: money(),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
})
`,
  'src/statuses.ts': "export const statuses = ['parked', 'driving', 'sold'] as const\n",
  'src/driver.ts': `
import { Type } from '@atrium/sdk'

export const Driver = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  email: Type.Optional(Type.String({ format: 'email' })),
})
`,
  'src/resources.ts': `
import type { ResourceRegistry } from '@atrium/sdk'
import { driver_resource } from './driver-resource.ts'
import { vehicle_resource } from './vehicle-resource.ts'

export function register_resources(registry: ResourceRegistry) {
  vehicle_resource(registry)
  driver_resource(registry)
}
`,
  'src/vehicle-resource.ts': `
import { register_resource, type ResourceRegistry } from '@atrium/sdk'
import { title } from './labels.ts'
import { Vehicle } from './vehicle.ts'

export const vehicle_resource = (registry: ResourceRegistry) =>
  register_resource(registry, 'operations', 'fleet', (resource) =>
    resource
      .record(Vehicle)
      .id('vehicles')
      .title(title)
      .api_base('/api/v1/fleet')
      .module_path('vehicles')
      .record_title_attribute('plate')
      .nav_group('Fleet', 10)
      .table((table) =>
        table
          .columns((column) => [column.text('plate'), column.badge('status'), column.money('price')])
          .filters((filter) => [filter.select('status')])
          .create(),
      )
      .form()
      .infolist(),
  )
`,
  'src/driver-resource.ts': `
import { register_resource, type ResourceRegistry } from '@atrium/sdk'
import { Driver } from './driver.ts'

export const driver_resource = (registry: ResourceRegistry) =>
  register_resource(registry, 'operations', 'fleet', (resource) =>
    resource
      .record(Driver)
      .id('drivers')
      .title('Drivers')
      .api_base('/api/v1/fleet')
      .module_path('drivers')
      .record_title_attribute('name')
      .nav_group('Fleet', 20)
      .table((table) => table.columns((column) => [column.text('name'), column.text('email')]).create())
      .form()
      .infolist(),
  )
`,
  'src/routes.ts': `
import { array_store, type Routes } from '@atrium/sdk'
import { Driver } from './driver.ts'
import { Vehicle } from './vehicle.ts'

export function register_routes(routes: Routes) {
  const vehicles = array_store([], Vehicle, { sort: ['plate'], filter: ['status'], search: ['plate', 'notes'] })
  const drivers = array_store([], Driver, { sort: ['name'], search: ['name', 'email'] })
  routes
    .records('/vehicles/{vehicle_id}', vehicles)
    .records('/drivers/{driver_id}', drivers)
    .post('/vehicles/{vehicle_id}/sell', {}, ({ params }) => vehicles.update(params.vehicle_id, { status: 'sold' }))
}
`,
  'src/tools.ts': `
import type { Tools } from '@atrium/sdk'

export function register_mcp_tools(tools: Tools) {
  tools.operation('sell_vehicle', 'POST /vehicles/{vehicle_id}/sell', { description: 'Mark a vehicle as sold.' })
}
`,
}
