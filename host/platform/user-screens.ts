import type { ResourceRegistry } from '@atrium/sdk'
import { ACCESS, declare } from './declare.ts'
import { Theirs, User } from './users.ts'

const STATES = { active: 'green', invited: 'orange', disabled: 'gray' } as const

/** The screens of people. */
export function userScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(User)
      .id('platform-users')
      .title('People')
      .description('Who may sign in, and the accounts of programs')
      .icon('users')
      .list_path('/users')
      .module_path('users')
      .record_title_attribute('name')
      .nav_group(ACCESS, 10)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.text('email'),
            column.badge('state').color_by(STATES),
            column.badge('kind').color_by({ person: 'blue', service: 'violet' }),
            column.since('last_sign_in_at'),
          ])
          .filters((filter) => [filter.select('state'), filter.select('kind'), filter.date_range('last_sign_in_at')])
          .actions((action) => [
            action
              .row('invite')
              .post('/users/{id}/invitation')
              .label('Create invitation')
              .icon('mail')
              .visible_when('state', { const: 'invited' }),
            action
              .row('password-reset')
              .post('/users/{id}/password-reset')
              .label('Create password reset link')
              .icon('key')
              .visible_when('has_password', { const: true })
              .confirm('Once they use it, they are signed out everywhere else.'),
            action
              .row('sign-out')
              .post('/users/{id}/sign-out')
              .label('Sign out everywhere')
              .icon('x')
              .visible_when('kind', { const: 'person' })
              .confirm('All of their sessions end at once.'),
            action
              .row('remove-second-factors')
              .delete('/api/v1/auth/people/{id}/methods')
              .icon('shield')
              .visible_when('kind', { const: 'person' })
              .confirm(
                'For people who have lost them. They are signed out everywhere, and their passkeys, authenticator app and recovery codes stop working.',
              ),
            action
              .row('theirs')
              .post('/users/{id}/attributes')
              .label('Assign records…')
              .icon('user')
              .form(Theirs, (form) =>
                form.fields((field) => [
                  field.relation('field', '/attributes', 'title').label('By which field'),
                  field
                    .choices('values', '/choices/attribute-values/{field}')
                    .label('Assigned records')
                    .description('Replaces the records that this field assigns to them now.'),
                  field.tags('other_values').label('Other values'),
                ]),
              ),
            action
              .row('disable')
              .post('/users/{id}/disable')
              .icon('ban')
              .color('red')
              .visible_when('state', { enum: ['active', 'invited'] })
              .confirm('They are signed out at once and cannot sign in. Their tokens stop.'),
            action.row('enable').post('/users/{id}/enable').icon('check').visible_when('state', { const: 'disabled' }),
          ])
          .default_sort('name')
          .create('New person'),
      )
      .form((form) =>
        form
          .plan('/users/{id}/plan')
          .fields((field) => [
            field.grid(2, [field.text('name'), field.text('email').visible_when('kind', { const: 'person' })]),
            field.select('kind').options({ person: 'Person', service: 'Service account' }),
            field.choices('roles', '/choices/roles'),
            field.section('Permissions outside of roles', [
              field
                .choices('permissions', '/choices/permissions')
                .label('Additional permissions')
                .description('They apply to all records. Prefer a role, which others can have too.'),
            ]),
          ]),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.text('name'),
            entry.text('email'),
            entry.badge('state'),
            entry.badge('kind'),
            entry.since('last_sign_in_at'),
            entry.since('created_at'),
          ]),
          entry.relation('roles', '/roles', 'label'),
          entry.tags('permissions').label('Permissions outside of roles'),
        ]),
      ),
  )
}
