import { expect } from 'chai'
import { diagnosed } from '../../helpers/diagnosed.ts'
import { GOOD_PLUGIN, NEIGHBOUR } from './good-plugin.ts'
import { PACKAGE_MISTAKES } from './package-mistakes.ts'
import { SOURCE_MISTAKES } from './source-mistakes.ts'
import { STORE_MISTAKES } from './store-mistakes.ts'
import { ROUTE_MISTAKES } from './route-mistakes.ts'
import { SERVICE_MISTAKES } from './service-mistakes.ts'
import { RESOURCE_MISTAKES } from './resource-mistakes.ts'
import { FORM_MISTAKES } from './form-mistakes.ts'
import { DASHBOARD_MISTAKES } from './dashboard-mistakes.ts'
import { TABLE_MISTAKES } from './table-mistakes.ts'
import { ACTION_MISTAKES } from './action-mistakes.ts'
import { ARGUMENT_MISTAKES } from './argument-mistakes.ts'
import { SCHEMA_MISTAKES } from './schema-mistakes.ts'
import { FILE_MISTAKES } from './file-mistakes.ts'
import { FIRST_DAY_MISTAKES } from './first-day-mistakes.ts'
import { FIRST_DAY_TABLE_MISTAKES } from './first-day-table-mistakes.ts'
import { FIRST_DAY_RUNTIME_MISTAKES } from './first-day-runtime-mistakes.ts'
import { SECOND_DAY_MISTAKES } from './second-day-mistakes.ts'
import { SECOND_DAY_RUNTIME_MISTAKES } from './second-day-runtime-mistakes.ts'
import { FOURTH_DAY_MISTAKES } from './fourth-day-mistakes.ts'
import { FIFTH_DAY_MISTAKES } from './fifth-day-mistakes.ts'
import { FIFTH_DAY_RUNTIME_MISTAKES } from './fifth-day-runtime-mistakes.ts'
import { SIXTH_DAY_MISTAKES } from './sixth-day-mistakes.ts'
import { SIXTH_DAY_RUNTIME_MISTAKES } from './sixth-day-runtime-mistakes.ts'
import { SEVENTH_DAY_MISTAKES, SEVENTH_DAY_RUNTIME_MISTAKES } from './seventh-day-mistakes.ts'
import { EIGHTH_DAY_MISTAKES } from './eighth-day-mistakes.ts'
import { NINTH_DAY_MISTAKES } from './ninth-day-mistakes.ts'
import { NINTH_DAY_RUNTIME_MISTAKES } from './ninth-day-runtime-mistakes.ts'
import { TENTH_DAY_MISTAKES, TENTH_DAY_RUNTIME_MISTAKES } from './tenth-day-mistakes.ts'
import { ELEVENTH_DAY_MISTAKES } from './eleventh-day-mistakes.ts'
import { THIRD_DAY_MISTAKES, THIRD_DAY_RUNTIME_MISTAKES } from './third-day-mistakes.ts'
import { ANSWER_MISTAKES } from './answer-mistakes.ts'
import { RUNTIME_MISTAKES } from './runtime-mistakes.ts'
import { type Mistake, placeOf, scoreOf, tell, tellAtRuntime } from './mistake.ts'

const MISTAKES: readonly Mistake[] = [
  ...PACKAGE_MISTAKES,
  ...SOURCE_MISTAKES,
  ...STORE_MISTAKES,
  ...ROUTE_MISTAKES,
  ...SERVICE_MISTAKES,
  ...RESOURCE_MISTAKES,
  ...FORM_MISTAKES,
  ...DASHBOARD_MISTAKES,
  ...TABLE_MISTAKES,
  ...ACTION_MISTAKES,
  ...ARGUMENT_MISTAKES,
  ...SCHEMA_MISTAKES,
  ...FILE_MISTAKES,
  ...FIRST_DAY_MISTAKES,
  ...FIRST_DAY_TABLE_MISTAKES,
  ...SECOND_DAY_MISTAKES,
  ...THIRD_DAY_MISTAKES,
  ...FOURTH_DAY_MISTAKES,
  ...FIFTH_DAY_MISTAKES,
  ...SIXTH_DAY_MISTAKES,
  ...SEVENTH_DAY_MISTAKES,
  ...EIGHTH_DAY_MISTAKES,
  ...NINTH_DAY_MISTAKES,
  ...TENTH_DAY_MISTAKES,
  ...ELEVENTH_DAY_MISTAKES,
]

const ALL = [
  ...MISTAKES.map((mistake) => ({ mistake, all: () => tell(mistake) })),
  ...[
    ...RUNTIME_MISTAKES,
    ...ANSWER_MISTAKES,
    ...FIRST_DAY_RUNTIME_MISTAKES,
    ...SECOND_DAY_RUNTIME_MISTAKES,
    ...THIRD_DAY_RUNTIME_MISTAKES,
    ...FIFTH_DAY_RUNTIME_MISTAKES,
    ...SIXTH_DAY_RUNTIME_MISTAKES,
    ...SEVENTH_DAY_RUNTIME_MISTAKES,
    ...NINTH_DAY_RUNTIME_MISTAKES,
    ...TENTH_DAY_RUNTIME_MISTAKES,
  ].map((mistake) => ({
    mistake,
    all: () => tellAtRuntime(mistake),
  })),
]

describe('The author of a plugin', () => {
  const scores: number[] = []

  it('is told nothing if there is no mistake', async () => {
    const alone = { 'package.json': GOOD_PLUGIN['package.json'].replace('"requires": { "depot": "^1.0.0" },', '') }
    expect(await diagnosed({ ...GOOD_PLUGIN, ...NEIGHBOUR, ...alone })).to.deep.equal([])
  })

  for (const { mistake, all: tellAll } of ALL) {
    it(`is told that ${mistake.title}`, async () => {
      const { code, at, message, fix } = mistake.told
      const all = await tellAll()
      const told = all.find((each) => each.code === code) ?? all[0]
      scores.push(scoreOf(told, mistake.told))
      expect(told && { code: told.code, at: placeOf(told), message: told.message, fix: told.fix }).to.deep.equal({
        code,
        at,
        message,
        fix,
      })
    })
  }

  it('is told the line, the offender, the cause and the fix of almost every mistake, and never nothing', () => {
    expect(scores).to.have.length(ALL.length).at.least(70)
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).to.be.at.least(2.7)
    expect(Math.min(...scores)).to.be.at.least(1)
  })
})
