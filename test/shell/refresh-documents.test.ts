import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { expect } from 'chai'
import {
  DOCUMENTS,
  refreshDocuments,
  refreshQueries,
  translationsPath,
} from '../../host/shell/src/api/refresh-documents.ts'
import { until } from '../helpers/until.ts'

const DASHBOARD = '/api/v1/ui/dashboards/items'

describe('documents that are refreshed', () => {
  let queryClient: QueryClient
  let undo: (() => void)[]
  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    undo = []
  })
  afterEach(() => undo.forEach((leave) => leave()))

  /** Puts a document on screen. Each reading of it waits for an answer of its own. */
  const show = (path: string) => showQuery([...DOCUMENTS, path])
  function showQuery(queryKey: readonly unknown[]) {
    const answers: ((answer: string) => void)[] = []
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    undo.push(observer.subscribe(() => undefined))
    /** Answers the reading with this number, and waits until the answer is on screen. */
    const answer = async (reading: number, text: string) => {
      answers[reading]?.(text)
      await until(`[${text}] is shown`, () => observer.getCurrentResult().data === text)
    }
    return { answer, readings: () => answers.length }
  }

  it('are read again', async () => {
    const dashboard = show(DASHBOARD)
    await dashboard.answer(0, 'before')
    refreshDocuments(queryClient, () => true)
    expect(dashboard.readings()).to.equal(2)
    await dashboard.answer(1, 'after')
  })

  it('are left alone if the change is not about them', async () => {
    const dashboard = show(DASHBOARD)
    refreshDocuments(queryClient, () => false)
    await dashboard.answer(0, 'before')
    expect(dashboard.readings()).to.equal(1)
  })

  it('are read again after a first reading that was underway, because its answer may be older than the change', async () => {
    const dashboard = show(DASHBOARD)
    refreshDocuments(queryClient, () => true)
    expect(dashboard.readings()).to.equal(1)
    await dashboard.answer(0, 'before')
    await until('the dashboard is read again', () => dashboard.readings() === 2)
    await dashboard.answer(1, 'after')
    expect(dashboard.readings()).to.equal(2)
  })

  it('have this in common with other queries', async () => {
    const unread = showQuery(['notifications', 'unread'])
    void refreshQueries(queryClient, ['notifications'])
    await unread.answer(0, 'before')
    await until('they are read again', () => unread.readings() === 2)
  })

  it('are all read again after translations that were underway, because those are in every document', async () => {
    const dashboard = show(DASHBOARD)
    await dashboard.answer(0, 'before')
    const translations = show(translationsPath('de'))
    refreshDocuments(queryClient, () => true)
    await dashboard.answer(1, 'with former translations')
    await translations.answer(0, 'before')
    await until('the dashboard is read again', () => dashboard.readings() === 3)
    await dashboard.answer(2, 'after')
  })
})
