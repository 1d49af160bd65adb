import type { Tools } from '@atrium/sdk'

/** What agents are told about clients. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_client', 'GET /clients', {
      description:
        'Find clients by any part of their name, e-mail address or phone number: `q`. Use it before you create a client or book for one. Archived clients are left out unless `archived` asks for them.',
    })
    .operation('client_record', 'GET /clients/{id}/record', {
      description:
        'Everything about one client: master data, documents and which are missing or expired, the latest events, and what other plugins know (`sections`, for example bookings). Who did not answer is in `failed_sections`.',
    })
    .operation('create_client', 'POST /clients', {
      description:
        'Create a person (`given_name`, `family_name`) or a company (`kind: company`, `company_name`). Look with find_client first whether the client is known already. Phone numbers are taken in any usual spelling.',
    })
}
