import { expect } from 'chai'
import { layeredGraph } from '../../host/shell/src/plugins/layered-graph.ts'

const graph = (requires: Record<string, string[]>) =>
  layeredGraph(Object.entries(requires).map(([id, each]) => ({ id, requires: each })))

const columnOf = ({ nodes }: ReturnType<typeof layeredGraph>) =>
  Object.fromEntries(nodes.map(({ id, column }) => [id, column]))

describe('the drawing of dependencies', () => {
  it('places each plugin to the left of those it requires, and leaves out plugins without dependencies', () => {
    const drawn = graph({ clients: [], booking: ['clients'], reports: ['booking', 'clients'], template: [] })
    expect(columnOf(drawn)).to.deep.equal({ reports: 0, booking: 1, clients: 2 })
    expect(drawn.edges).to.deep.equal([
      { from: 'booking', to: 'clients' },
      { from: 'reports', to: 'booking' },
      { from: 'reports', to: 'clients' },
    ])
    expect([drawn.columns, drawn.rows]).to.deep.equal([3, 1])
  })

  it('gives each plugin its own place, near those it requires', () => {
    const drawn = graph({ a: [], b: [], x: ['b'], y: ['a'] })
    expect(new Set(drawn.nodes.map(({ column, row }) => `${column}/${row}`)).size).to.equal(4)
    const rowOf = (id: string) => drawn.nodes.find((node) => node.id === id)?.row
    expect([rowOf('y'), rowOf('x')]).to.deep.equal([rowOf('a'), rowOf('b')])
  })

  it('shows plugins that are required but not installed', () => {
    expect(columnOf(graph({ booking: ['clients'] }))).to.deep.equal({ booking: 0, clients: 1 })
  })

  it('draws a cycle and terminates', () => {
    const drawn = graph({ a: ['b'], b: ['c'], c: ['a'] })
    expect(drawn.nodes).to.have.length(3)
    expect(drawn.edges).to.have.length(3)
  })

  it('is empty if no plugin requires another', () => {
    expect(graph({ a: [], b: [] })).to.deep.equal({ nodes: [], edges: [], columns: 0, rows: 0 })
  })
})
