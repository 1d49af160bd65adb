import { preview } from '../api/preview.ts'

const KEY = 'atrium-panel'

/** The last panel that was open in this browser. A preview starts without it and does not change it. */
export const rememberedPanel = {
  read: (): string | null => (preview.read() ? null : localStorage.getItem(KEY)),
  write: (panelId: string): void => {
    if (!preview.read()) localStorage.setItem(KEY, panelId)
  },
}
