import { array_store, type Routes, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { toolName } from '../../../../host/core/tools/tool-name.ts'
import { declareOperation } from '../../../../host/core/operations/declare-operation.ts'

const Note = Type.Object({ id: Type.Integer({ readOnly: true }), text: Type.String() })
const store = () => array_store([], Note, {})
const many = { response: Type.Array(Type.String()) }
const permission = 'crm.all.view'

function names(register: (routes: Routes) => unknown, owner = 'crm'): Record<string, string> {
  const { routes, declarations } = collect_routes()
  register(routes)
  const operations = declarations.map((declaration) => declareOperation(owner, declaration, { permission }))
  return Object.fromEntries(
    operations.map((operation) => [operation.name.replace(`/api/v1/${owner}`, ''), toolName(operation, operations)]),
  )
}

const nothing = () => undefined

describe('The name of a derived tool', () => {
  it('states what the routes of a record do', () => {
    expect(names((routes) => routes.records('/notes/{note_id}', store()))).to.deep.equal({
      'GET /notes': 'crm_list_notes',
      'POST /notes': 'crm_create_note',
      'GET /notes/{note_id}': 'crm_get_note',
      'PUT /notes/{note_id}': 'crm_replace_note',
      'PATCH /notes/{note_id}': 'crm_change_note',
      'POST /notes/change': 'crm_change_notes',
      'DELETE /notes/{note_id}': 'crm_delete_note',
      'POST /notes/delete': 'crm_delete_notes',
    })
  })

  it('includes the parent of records that belong to another record', () => {
    expect(names((routes) => routes.records('/clients/{client_id}/notes/{note_id}', store()))).to.include({
      'GET /clients/{client_id}/notes': 'crm_list_notes_of_client',
      'POST /clients/{client_id}/notes': 'crm_create_note_of_client',
      'DELETE /clients/{client_id}/notes/{note_id}': 'crm_delete_note_of_client',
      'POST /clients/{client_id}/notes/delete': 'crm_delete_notes_of_client',
    })
  })

  it('uses the verb at the end of the route, or else that of its method', () => {
    const register = (routes: Routes) =>
      routes
        .post('/notes/{note_id}/pin', {}, nothing)
        .post('/notes/import', {}, nothing)
        .post('/mails', {}, nothing)
        .get('/notes/{note_id}/history', many, () => [])
        .get('/settings', {}, nothing)
        .put('/settings', {}, nothing)
        .get('/clients/{client_id}/tags', many, () => [])
        .post('/clients/{client_id}/tags', {}, nothing)
        .delete('/clients/{client_id}/tags/{id}', {}, nothing)
    expect(names(register)).to.deep.equal({
      'POST /notes/{note_id}/pin': 'crm_pin_note',
      'POST /notes/import': 'crm_import_notes',
      'POST /mails': 'crm_create_mails',
      'GET /notes/{note_id}/history': 'crm_list_history_of_note',
      'GET /settings': 'crm_get_settings',
      'PUT /settings': 'crm_replace_settings',
      'GET /clients/{client_id}/tags': 'crm_list_tags_of_client',
      'POST /clients/{client_id}/tags': 'crm_create_tags_of_client',
      'DELETE /clients/{client_id}/tags/{id}': 'crm_delete_tag_of_client',
    })
  })

  it('is that of the owner alone if the path names nothing else', () => {
    const register = (routes: Routes) =>
      routes
        .get('/', many, () => [])
        .get('/{id}', {}, nothing)
        .post('/{id}/activate', {}, nothing)
    expect(names(register, 'plugins')).to.deep.equal({
      'GET ': 'plugins_list',
      'GET /{id}': 'plugins_get',
      'POST /{id}/activate': 'plugins_activate',
    })
  })

  it('consists of lower-case letters, digits and underscores, up to 64 characters', () => {
    const long = 'a-very-long-path-that-nobody-would-write-but-somebody-will-one-day-all-the-same'
    const register = (routes: Routes) =>
      routes.get(`/${long}/first`, {}, nothing).get(`/${long}/second`, {}, nothing).get('/UPPER-case', {}, nothing)
    const all = Object.values(names(register, 'ai-agents'))
    for (const name of all) expect(name).to.match(/^[a-z0-9_]{1,64}$/)
    expect(new Set(all).size).to.equal(3)
    expect(all).to.include('ai_agents_get_upper_case')
  })
})
