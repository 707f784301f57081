/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    settings: import('#lib/public-settings.ts').PublicSettings
    api: import('#lib/api/client.ts').ApiClient
  }
}
