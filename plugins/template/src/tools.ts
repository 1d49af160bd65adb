import type { Tools } from '@atrium/sdk'

/** What agents may do with items, besides what the routes already say. */
export function register_mcp_tools(tools: Tools) {
  tools.operation('retire_item', 'POST /items/{item_id}/retire', {
    description: 'Take an item out of the catalogue. It stays readable and can be made active again with an update.',
  })
}
