import './theme/mantine.css'
import './theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadWhenOutdated } from './reload-when-outdated.ts'

reloadWhenOutdated()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
