import { expect } from 'chai'
import { initialsOf, othersSentence } from '../../host/shell/src/record/others-sentence.ts'

const looks = (name: string) => ({ name, editing: false })
const edits = (name: string) => ({ name, editing: true })

describe('who else has a record open', () => {
  it('is said in sentences', () => {
    const cases = [
      [[], 0, ''],
      [[looks('Ada')], 0, 'Ada has it open, too.'],
      [[looks('Ada'), looks('Ben')], 0, 'Ada and Ben have it open, too.'],
      [[edits('Ada')], 0, 'Ada is editing this record.'],
      [[edits('Ada'), edits('Ben')], 0, 'Ada and Ben are editing this record.'],
      [[edits('Ada'), looks('Ben')], 1, 'Ada is editing this record. Ben and 1 other person have it open, too.'],
      [[edits('Ada')], 1, 'Ada is editing this record. 1 other person has it open, too.'],
      [[looks('Ada')], 12, 'Ada and 12 other people have it open, too.'],
    ] as const
    for (const [people, more, sentence] of cases) expect(othersSentence({ people, more })).to.equal(sentence)
  })

  it('is shown by initials', () => {
    const cases = {
      'Ada Lovelace': 'AL',
      'Ada B. King Lovelace': 'AL',
      ada: 'A',
      'Jean-Luc': 'JL',
      'Zoë (desk 2)': 'Z',
      '42': '4',
    }
    for (const [name, initials] of Object.entries(cases)) expect(initialsOf(name), name).to.equal(initials)
    expect(initialsOf('李 小龍')).to.equal('李小')
  })
})
