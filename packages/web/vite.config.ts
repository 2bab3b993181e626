import { defineConfig } from 'vite'

/** The service serves what is built here: hashed files below /assets, and one page without a line of script in it. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // A data: address in a style sheet or a script would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // `use client` means something to a server that renders; there is none here.
      checks: { moduleLevelDirective: false },
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
