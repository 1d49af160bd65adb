import type { Tools } from '@atrium/sdk'

/** What agents are told about clients. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_client', 'GET /clients', {
      description:
        'Find clients by any part of their name, e-mail address or phone number: `q`. Use it before you create a client or book for one. Archived clients are left out unless `archived` asks for them.',
    })
    .operation('create_client', 'POST /clients', {
      description:
        'Create a person (`given_name`, `family_name`) or a company (`kind: company`, `company_name`). Look with find_client first whether the client is known already. Phone numbers are taken in any usual spelling.',
    })
}
