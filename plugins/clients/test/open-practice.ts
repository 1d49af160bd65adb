import { startTestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'
import { Practice } from './suites/practice.ts'

const PANELS = [{ id: 'operations', title: 'Operations' }]

/** Starts a host with this plugin alone, unless more is said. */
export async function openPractice({ plugins = [], ...options }: TestHostOptions = {}): Promise<Practice> {
  const clients = path.dirname(import.meta.dirname)
  return new Practice(await startTestHost({ panels: PANELS, plugins: [clients, ...plugins], ...options }))
}
