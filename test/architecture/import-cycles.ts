import type { Import } from './read-imports.ts'

/** The import cycles among our files, each as the list of its files; imports of types alone make none at run time. */
export function importCycles(imports: readonly Import[]): string[][] {
  const graph = runtimeGraph(imports)
  const finished = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || finished.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

function runtimeGraph(imports: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const { file, target, typeOnly } of imports) {
    if (target && !typeOnly) graph.set(file, [...(graph.get(file) ?? []), target])
  }
  return graph
}
