package dev.sluice.simulator.measure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.SplittableRandom;

/** A unit vector that the text alone decides. */
public final class Embedding {
    private Embedding() {}

    public static float[] of(String text, int dimensions) {
        SplittableRandom random = new SplittableRandom(text.hashCode());
        float[] vector = new float[dimensions];
        double squares = 0;
        for (int i = 0; i < dimensions; i++) {
            vector[i] = (float) random.nextDouble(-1, 1);
            squares += vector[i] * vector[i];
        }
        float length = (float) Math.sqrt(squares);
        for (int i = 0; i < dimensions; i++) {
            vector[i] /= length;
        }
        return vector;
    }

    /** Little-endian float32, as OpenAI encodes. */
    public static String base64(float[] vector) {
        ByteBuffer bytes =
                ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector) {
            bytes.putFloat(value);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
