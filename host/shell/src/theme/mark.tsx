/** The logo of Atrium: an arch in an arch. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="6" fill="#4d5bd1" />
      <path
        d="M6 18v-5a6 6 0 0 1 12 0v5M10 18v-5a2 2 0 0 1 4 0v5"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
