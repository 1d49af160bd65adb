const KEY = 'atrium-panel'

/** The panel that was open last in this browser. */
export const rememberedPanel = {
  read: (): string | null => localStorage.getItem(KEY),
  write: (panelId: string): void => localStorage.setItem(KEY, panelId),
}
