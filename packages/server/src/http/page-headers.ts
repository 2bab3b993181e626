/**
 * Of the application's pages. Nothing from elsewhere, no inline script, no frame; text never becomes markup (Trusted
 * Types). Style attributes are set by script, one property at a time, which no policy forbids.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Of what is no page: nothing of it is ever rendered. */
export const NO_PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'"

/** Who came by HTTPS comes by nothing else for a year (RFC 6797). */
export const transportHeaders = ({ protocol }: { protocol: string }): Record<string, string> =>
  protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}

/** Whatever a browser may open: pages, their files, and every error. */
export const browserHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  // Addresses of ours name organizations and brands: nobody else is told where somebody came from.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()',
})
