import type { Migration } from '../base/db/index.ts'

export const VIEWS = 'platform_views'
export const DEFAULT_VIEWS = 'platform_default_views'
export const FAVOURITES = 'platform_favourites'
export const DASHBOARDS = 'platform_dashboards'
export const HOME_DASHBOARDS = 'platform_home_dashboards'

/** The tables of saved views, favourites and people's own dashboards, for the owner `platform`. An applied migration of the host is never edited. */
export const viewMigrations: readonly Migration[] = [
  {
    name: 'views-001-views',
    source_hash: '1',
    up: async (knex) => {
      await knex.schema.createTable(VIEWS, (table) => {
        table.increments('id')
        table.integer('version').notNullable().defaultTo(1)
        table.string('list', 200).notNullable().index()
        table.string('name', 80).notNullable()
        table.text('query').notNullable()
        table.string('audience', 8).notNullable()
        table.string('role_id').references('platform_roles.id').onDelete('SET NULL').index()
        table.string('owner_id').notNullable().references('platform_users.id').onDelete('CASCADE').index()
      })
      await knex.schema.createTable(DEFAULT_VIEWS, (table) => {
        table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE')
        table.string('list', 200).notNullable()
        table.integer('view_id').notNullable().references(`${VIEWS}.id`).onDelete('CASCADE').index()
        table.primary(['user_id', 'list'])
      })
    },
  },
  {
    name: 'views-002-favourites',
    source_hash: '1',
    up: async (knex) => {
      await knex.schema.createTable(FAVOURITES, (table) => {
        table.increments('id')
        table.integer('version').notNullable().defaultTo(1)
        table.string('panel_id', 100).notNullable()
        table.string('path', 400).notNullable()
        table.string('title', 200).notNullable()
        table.string('owner_id').notNullable().references('platform_users.id').onDelete('CASCADE')
        table.unique(['owner_id', 'path'])
      })
    },
  },
  {
    name: 'views-003-dashboards',
    source_hash: '1',
    up: async (knex) => {
      await knex.schema.createTable(DASHBOARDS, (table) => {
        table.increments('id')
        table.integer('version').notNullable().defaultTo(1)
        table.string('name', 80).notNullable()
        table.string('icon', 40)
        table.text('widgets').notNullable()
        table.string('audience', 8).notNullable()
        table.string('role_id').references('platform_roles.id').onDelete('SET NULL').index()
        table.string('owner_id').notNullable().references('platform_users.id').onDelete('CASCADE').index()
      })
      await knex.schema.createTable(HOME_DASHBOARDS, (table) => {
        table.string('user_id').primary().references('platform_users.id').onDelete('CASCADE')
        table.integer('dashboard_id').notNullable().references(`${DASHBOARDS}.id`).onDelete('CASCADE').index()
      })
    },
  },
]
