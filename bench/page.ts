import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';
import { startServer } from '../e2e/fixtures.ts';
import { temporaryFolder } from './programs.ts';
import type { Line } from './table.ts';

const VISITS = 5;
const CLICKS = 10;
